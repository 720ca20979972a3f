// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/host_work.h"
#include "grader/checks/judges.h"
#include "grader/checks/merge_findings.h"
#include "grader/sanitizer/compute_sanitizer.h"

namespace cudalab::grader {

namespace {

/// What stopped a case that showed no finding.
struct stop {
  std::string message, next;
  bool answered;
};

/// The emulated device watches every case; gives the first stop without a finding.
std::optional<stop> watch_on_cpu(context& in, const std::vector<const test_case*>& cases,
                                 merged_findings& merged) {
  run_options options;
  options.observation = protocol::observation::clean;
  options.poison_outputs = false; // a read of an output before its write must be seen as such
  options.guard_bytes = 0;        // and an access one past the end must not fall on a guard
  options.allowed = in.allowed;
  const auto outcomes =
      in.outcomes.run(in.submission(flavour::checked).program, cases, options, [&](std::size_t i) {
        in.progress(
            fmt::format("watching case {} of {}: {}", i + 1, cases.size(), cases[i]->name()));
      });
  std::optional<stop> stopped;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    merged.add(outcomes[i]->findings, cases[i]->name());
    // The check of the results cannot see it on a GPU.
    if (const auto on_host = done_on_host(*cases[i], *outcomes[i]); on_host && !stopped)
      stopped =
          stop{fmt::format("{}: {}", cases[i]->name(), on_host->message), on_host->next, true};
    if (outcomes[i]->how == ending::done || !outcomes[i]->findings.empty() || stopped)
      continue;
    const ending_words words = words_for(*outcomes[i], cases[i]->function(), in.allowed);
    stopped = stop{fmt::format("{}: {}", cases[i]->name(), words.message), words.next,
                   answered(outcomes[i]->how)};
  }
  return stopped;
}

/// compute-sanitizer's four tools; gives the tool that could not work, if any.
std::string watch_on_gpu(context& in, const std::vector<const test_case*>& cases,
                         merged_findings& merged, check_result& result) {
  const sanitizer_outcome seen =
      run_compute_sanitizer(in.submission(flavour::gpu).program, cases, in.allowed, in.progress);
  if (!seen.available) {
    in.notes.insert("compute-sanitizer was not found: the GPU's own checks were left out. It comes "
                    "with the CUDA Toolkit (package cuda-sanitizer).");
    return {};
  }
  merged.add(seen.findings);
  result.data["compute_sanitizer"] = seen.version;
  for (const step_time& each : seen.times)
    in.times.push_back(each);
  return seen.problems.empty() ? "" : seen.problems.front();
}

/// What this check does not even allow as a warning is an error here, and comes where errors do.
void raise(const std::vector<finding_kind>& kinds, std::vector<seen_finding>& found) {
  for (seen_finding& each : found)
    if (std::find(kinds.begin(), kinds.end(), each.what.kind) != kinds.end())
      each.what.severity = finding_severity::error;
  std::stable_partition(found.begin(), found.end(),
                        [](const seen_finding& each) { return is_error(each.what); });
}

void report(std::vector<seen_finding> found, std::size_t cases, check_result& result) {
  nlohmann::json in_cases = nlohmann::json::array();
  for (seen_finding& each : found) {
    in_cases.push_back(each.cases);
    result.findings.push_back(std::move(each.what));
  }
  result.data["findings_in_cases"] = std::move(in_cases); // parallel to `findings`
  result.data["cases"] = cases;
  // Errors come first: merged_findings sees to it.
  if (result.findings.empty())
    return;
  if (!is_error(result.findings.front())) {
    result.message = cases == 1 ? "no error seen" : fmt::format("no error seen in {} cases", cases);
    return;
  }
  const finding& first = result.findings.front();
  result.status = status::fail;
  result.message =
      result.findings.size() == 1
          ? one_sentence(first)
          : fmt::format("{} findings; the first: {}", result.findings.size(), one_sentence(first));
  result.next = first.remedy.empty() ? first.text : first.remedy;
}

} // namespace

check_result judge_clean(context& in, const clean& asked) {
  const std::vector<test_case> cases = cases_of(in, asked.cases);
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases)
    pointers.push_back(&one);

  check_result result;
  merged_findings merged;
  const std::optional<stop> stopped = watch_on_cpu(in, pointers, merged);
  std::string trouble;
  if (in.backend == backend::gpu)
    trouble = watch_on_gpu(in, pointers, merged, result);

  result.status = status::pass;
  result.message = cases.size() == 1 ? "nothing wrong seen"
                                     : fmt::format("nothing wrong seen in {} cases", cases.size());
  std::vector<seen_finding> found = merged.take();
  raise(asked.not_even, found);
  if (asked.nothing_else)
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](const seen_finding& each) {
                                 return std::find(asked.not_even.begin(), asked.not_even.end(),
                                                  each.what.kind) == asked.not_even.end();
                               }),
                found.end());
  report(std::move(found), cases.size(), result);
  if (result.status == status::pass && stopped) {
    result.status = stopped->answered ? status::fail : status::error;
    result.message = stopped->message;
    result.next = stopped->next;
  } else if (result.status == status::pass && !trouble.empty()) {
    return infrastructure_trouble(trouble);
  }
  return result;
}

} // namespace cudalab::grader
