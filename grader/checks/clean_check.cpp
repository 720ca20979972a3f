// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/checks/case_fault.h"
#include "grader/checks/conduct.h"
#include "grader/checks/edge_words.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/judges.h"
#include "grader/checks/merge_findings.h"
#include "grader/checks/spared_cases.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

/// What stopped a case that showed no finding.
struct stop {
  std::string message, next;
  bool answered;
  std::string mistake = {};  ///< that is known: its words
  bool in_lab_words = false; ///< the lab's own complaint or remark, which knows the exercise
};

/// What is wrong with one of the check's own cases, if nothing was found: a call that did not end
/// well, work that kernels were to do, and, where no other check does so, a wrong result.
std::optional<stop> stop_of(const test_case& one, const case_outcome& outcome,
                            const std::optional<case_fault>& wrong, const run_limits& allowed) {
  if (one.must_throw()) {
    const auto fault = fault_of(one, outcome, allowed);
    return fault ? std::optional(stop{fault->message, fault->next, true}) : std::nullopt;
  }
  // The check of the results cannot see it on a GPU.
  if (const auto on_host = done_on_host(one, outcome))
    return stop{on_host->message, on_host->next, true};
  if (outcome.how != ending::done && outcome.findings.empty()) {
    const ending_words words = words_for(outcome, one.function(), allowed);
    return stop{words.message, words.next, answered(outcome.how), {}, is_in_lab_words(outcome)};
  }
  if (wrong)
    return stop{wrong->message, wrong->next, true,
                wrong->names_a_mistake() ? wrong->message : std::string()};
  return {};
}

/// What is wrong with results of the check's own cases that no other check compares, in the words
/// of known mistakes where these are sure. One a case.
std::vector<std::optional<case_fault>>
wrong_results(const check_cases& over, const outcome_list& outcomes, const run_limits& allowed) {
  std::vector<std::optional<case_fault>> all(over.own.size());
  std::vector<const test_case*> compared;
  std::vector<std::optional<case_fault>> faults;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < over.own.size(); ++i) {
    const test_case& one = *over.own[i];
    if (over.alone.count(one.function()) == 0 || outcomes[i]->how != ending::done)
      continue;
    compared.push_back(&one);
    faults.push_back(fault_of(one, *outcomes[i], allowed));
    places.push_back(i);
  }
  name_mistakes(compared, faults);
  for (std::size_t i = 0; i < places.size(); ++i)
    all[places[i]] = std::move(faults[i]);
  return all;
}

/// The emulated device gives a lane that reads one outside of the mask a value that shows wherever
/// it is used. So with right results it was left out, and that is no mistake.
std::vector<finding> weighed(const test_case& one, const case_outcome& outcome,
                             const run_limits& allowed) {
  std::vector<finding> found = outcome.findings;
  std::erase_if(found, [&one](const finding& each) { return one.is_provoked(each.kind); });
  const auto may_be_left_out = [](const finding& each) {
    return each.kind == finding_kind::unnamed_lane;
  };
  if (std::any_of(found.begin(), found.end(), may_be_left_out) && fault_of(one, outcome, allowed))
    for (finding& each : found)
      if (may_be_left_out(each))
        each.severity = finding_severity::error;
  return found;
}

std::optional<stop> first_remark(const case_outcome& outcome) {
  if (outcome.remarks.empty())
    return {};
  const protocol::remark& first = outcome.remarks.front();
  return stop{first.what, first.next, true, {}, true};
}

/// The emulated device watches every case; gives the first stop.
std::optional<stop> watch_on_cpu(grading_context& in, const check_cases& over, bool findings_only,
                                 const outcome_list& outcomes, merged_findings& merged) {
  const std::vector<const test_case*> cases = over.all();
  const std::vector<std::optional<case_fault>> wrong = wrong_results(over, outcomes, in.allowed);
  std::optional<stop> stopped, waiting; // who works on the host waits, too: that is said last
  for (std::size_t i = 0; i < cases.size(); ++i) {
    merged.add(without_waits(in.lab, *cases[i], weighed(*cases[i], *outcomes[i], in.allowed)),
               cases[i]->name());
    std::optional<stop> seen;
    if (i < over.own.size())
      seen = stop_of(*cases[i], *outcomes[i], wrong[i], in.allowed);
    if (!seen && !findings_only)
      seen = first_remark(*outcomes[i]);
    if (seen && !stopped) {
      stopped = seen;
      stopped->message = fmt::format("{}: {}", cases[i]->name(), seen->message);
    }
    if (const auto waits = waited(in.lab, *cases[i], *outcomes[i]); waits && !waiting)
      waiting = stop{fmt::format("{}: {}", cases[i]->name(), waits->message), waits->next, true};
  }
  return stopped ? stopped : waiting;
}

/// compute-sanitizer's four tools; gives the tool that could not work, if any.
std::string watch_on_gpu(grading_context& in, const check_cases& over, merged_findings& merged,
                         check_result& result) {
  in.progress("compute-sanitizer");
  const sanitizer_outcome seen = in.sanitized(over);
  if (!seen.available) {
    in.notes.insert("compute-sanitizer was not found: the GPU's own checks were left out. It comes "
                    "with the CUDA Toolkit (package cuda-sanitizer).");
    return {};
  }
  std::vector<finding> found = seen.findings;
  // What a device was sent by another one, initcheck takes for unwritten now and then (3 of 5 times
  // on two H200, CUDA 13.0). The emulated devices see each such read.
  if (in.lab.gpus > 1)
    std::erase_if(
        found, [](const finding& each) { return each.kind == finding_kind::uninitialised_read; });
  merged.add(found);
  result.data["compute_sanitizer"] = seen.version;
  for (const step_time& each : seen.times)
    in.times.push_back(each);
  return seen.problems.empty() ? "" : seen.problems.front();
}

/// What this check does not even allow as a warning is an error here, and comes where errors do.
void raise_to_errors(const std::vector<finding_kind>& kinds, std::vector<seen_finding>& found) {
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
  result.status = check_status::fail;
  result.message =
      result.findings.size() == 1
          ? one_sentence(first)
          : fmt::format("{} findings; the first: {}", result.findings.size(), one_sentence(first));
  result.next = first.remedy.empty() ? first.text : first.remedy;
}

} // namespace

check_result judge(grading_context& in, const check_description&, const clean_check& asked,
                   const check_cases& asked_over) {
  const check_cases over = without_noted(in, asked_over);
  const std::size_t cases = over.own.size() + over.others.size();
  check_result result;
  merged_findings merged;
  const outcome_list outcomes = run_watched(in, over.all(), "watching");
  const std::optional<stop> stopped = watch_on_cpu(in, over, asked.only_those, outcomes, merged);
  std::string trouble;
  if (in.backend == backend_kind::gpu)
    trouble = watch_on_gpu(in, asked_over, merged, result);

  result.status = check_status::pass;
  result.message =
      cases == 1 ? "nothing wrong seen" : fmt::format("nothing wrong seen in {} cases", cases);
  std::vector<seen_finding> found = merged.take();
  tell_of_edges(over.all(), outcomes, found);
  raise_to_errors(asked.as_errors, found);
  if (asked.only_those)
    found.erase(std::remove_if(found.begin(), found.end(),
                               [&](const seen_finding& each) {
                                 return std::find(asked.as_errors.begin(), asked.as_errors.end(),
                                                  each.what.kind) == asked.as_errors.end();
                               }),
                found.end());
  report(std::move(found), cases, result);
  if (cases == 0 && !asked_over.all().empty() && result.status == check_status::pass) {
    result.status = check_status::fail;
    result.message = "not tried: with small arrays the results are wrong already";
    return result;
  }
  // That a refused launch is not told of is the least of what may be wrong, and not its cause.
  if (stopped && (result.status == check_status::pass || only_untold_refusals(result.findings))) {
    result.status = stopped->answered ? check_status::fail : check_status::error;
    result.message = stopped->message;
    result.next = stopped->next;
    if (!stopped->mistake.empty())
      result.data["known_mistake"] = stopped->mistake;
    if (stopped->in_lab_words)
      result.data["in_lab_words"] = true;
  } else if (result.status == check_status::pass && !trouble.empty()) {
    return infrastructure_trouble(trouble);
  }
  return result;
}

} // namespace cudalab::grader
