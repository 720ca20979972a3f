// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/traffic_counts.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/checks/ending_words.h"
#include "grader/checks/given_counts.h"
#include "grader/checks/judges.h"
#include "grader/compare/words.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// The lab's own kernel is not watched: only its traffic is of interest.
outcome_list count_given(grading_context& in, const std::vector<const test_case*>& cases) {
  run_options options;
  options.counted = true;
  options.allowed = in.allowed;
  const std::filesystem::path& program = in.baseline(build_flavour::checked).program;
  if (!in.given_kernel_planned) {
    std::vector<const test_case*> all = in.plan.of_given_kernel();
    const std::vector<bool> counted(all.size(), true);
    in.outcomes.plan(program, options, std::move(all), counted);
    in.given_kernel_planned = true;
  }
  outcome_list outcomes;
  for (const test_case* each : cases) {
    if (auto kept = kept_counts(program, *each)) {
      case_outcome known;
      known.traffic = *std::move(kept);
      outcomes.push_back(std::make_shared<const case_outcome>(std::move(known)));
      continue;
    }
    outcomes.push_back(in.outcomes
                           .run(program, {each}, options,
                                [&](std::size_t) {
                                  in.progress("counting the memory traffic of the given kernel: " +
                                              each->name());
                                })
                           .front());
    if (outcomes.back()->how == ending::done)
      keep_counts(program, *each, outcomes.back()->traffic);
  }
  return outcomes;
}

nlohmann::json to_json(const traffic_counts& counts) {
  return {{"global_load_requests", counts.global_load_requests},
          {"global_load_sectors", counts.global_load_sectors},
          {"global_store_requests", counts.global_store_requests},
          {"global_store_sectors", counts.global_store_sectors},
          {"shared_load_requests", counts.shared_load_requests},
          {"shared_load_conflicts", counts.shared_load_conflicts},
          {"shared_store_requests", counts.shared_store_requests},
          {"shared_store_conflicts", counts.shared_store_conflicts},
          {"barriers_per_block", counts.barriers_per_block},
          {"dynamic_shared_bytes", counts.dynamic_shared_bytes}};
}

/// What is said of cases. Those of which the same is said are told together.
class counted_lines {
public:
  void add(const std::string& name, const gate_verdict& verdict) {
    for (line& each : lines_)
      if (each.passed == verdict.passed && each.message == verdict.message)
        return each.names.push_back(name);
    lines_.push_back({verdict.passed, verdict.message, {name}});
  }
  /// @param headline is what is said first: of the first case that failed, or of the first one
  void tell(std::string& headline, std::vector<std::string>& details) const {
    auto first =
        std::find_if(lines_.begin(), lines_.end(), [](const line& each) { return !each.passed; });
    if (first == lines_.end())
      first = lines_.begin();
    for (auto each = lines_.begin(); each != lines_.end(); ++each) {
      std::string text = fmt::format("{}: {}", each->names.front(), each->message);
      if (each == first)
        headline = std::exchange(text, "");
      if (each->names.size() > 1)
        text += (text.empty() ? "the same in " : "; the same in ") +
                list_of_names({each->names.begin() + 1, each->names.end()});
      if (!text.empty())
        details.push_back(text);
    }
  }

private:
  struct line {
    bool passed;
    std::string message;
    std::vector<std::string> names;
  };
  std::vector<line> lines_;
};

} // namespace

check_result judge(grading_context& in, const check_description&, const traffic_check& asked,
                   const check_cases& over) {
  const std::vector<const test_case*>& cases = over.own;
  if (in.has_baseline && in.baseline(build_flavour::checked).how != build_outcome::kind::built)
    return infrastructure_trouble("the lab's own baseline program could not be built: " +
                                  in.baseline(build_flavour::checked).log);
  const outcome_list mine = run_watched(in, cases, "counting the memory traffic:");
  outcome_list given;
  if (in.has_baseline)
    given = count_given(in, cases);

  check_result result;
  result.status = check_status::pass;
  result.data["cases"] = nlohmann::json::array();
  std::vector<judged_traffic> judged;
  std::size_t failed = 0; // the first that did, among those judged
  counted_lines lines;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (in.has_baseline && given[i]->how != ending::done)
      return infrastructure_trouble(
          "the lab's own baseline program did not run: " +
          words_for(*given[i], cases[i]->call().function, in.allowed).message);
    if (mine[i]->how != ending::done) {
      const ending_words words = words_for(*mine[i], cases[i]->call().function, in.allowed);
      result.status = answered(mine[i]->how) ? check_status::fail : check_status::error;
      result.message = fmt::format("{}: {}", cases[i]->name(), words.message);
      result.next = words.next;
      return result;
    }
    if (mine[i]->unjudged && mine[i]->traffic.empty())
      continue; // it took too long
    const traffic_counts submission = with_atomics_as_both(add_up(mine[i]->traffic));
    const traffic_counts naive =
        in.has_baseline ? with_atomics_as_both(add_up(given[i]->traffic)) : traffic_counts{};
    judged.push_back({cases[i], submission, naive});
    const gate_verdict verdict = asked.gate(*cases[i], submission, naive);
    nlohmann::json entry = {{"name", cases[i]->name()},   {"passed", verdict.passed},
                            {"message", verdict.message}, {"submission", to_json(submission)},
                            {"gate", verdict.data},       {"kernels", submission.kernels}};
    if (in.has_baseline)
      entry["baseline"] = to_json(naive);
    result.data["cases"].push_back(std::move(entry));
    lines.add(cases[i]->name(), verdict);
    if (!verdict.passed && result.status == check_status::pass) {
      result.status = check_status::fail;
      result.next = verdict.next;
      failed = judged.size() - 1;
      if (const std::uint64_t atomics = sum_of(submission, "global_atomic_requests") +
                                        sum_of(submission, "shared_atomic_requests");
          atomics != 0)
        result.details.push_back(fmt::format(
            "{} requests are of atomic operations: each counts as a load and as a store",
            grouped(atomics)));
    }
  }
  lines.tell(result.message, result.details);
  if (result.status == check_status::fail && asked.cause)
    if (const std::string cause = asked.cause(judged, failed); !cause.empty())
      result.next = cause;
  if (result.status == check_status::pass && asked.together) {
    std::vector<traffic_counts> all;
    for (const judged_traffic& each : judged)
      all.push_back(each.submission);
    const gate_verdict verdict = asked.together(all);
    result.data["together"] = verdict.data;
    if (!result.message.empty())
      result.details.insert(result.details.begin(), result.message);
    result.message = verdict.message;
    if (!verdict.passed) {
      result.status = check_status::fail;
      result.next = verdict.next;
    }
  }
  return result;
}

} // namespace cudalab::grader
