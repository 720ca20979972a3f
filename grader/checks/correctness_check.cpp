// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fmt/format.h>

#include "grader/checks/case_fault.h"
#include "grader/checks/judges.h"
#include "grader/checks/measure_again.h"
#include "grader/checks/other_faults.h"
#include "grader/speed/disturbance_words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t maps_kept = 4; // of the failed cases, and of the one told first

/// The same call twice with different results: whatever else it looks like, it is a race, unless
/// the race belongs to a known mistake.
void look_for_changes(context& in, const std::filesystem::path& program, const run_options& options,
                      const test_case& one, const case_outcome& first, case_fault& fault) {
  if (in.backend == backend::cpu || fault.stopped || fault.varies || one.is_measured())
    return;
  const auto again = in.outcomes.run_again(program, {&one}, options);
  if (again.front().how != ending::done || again.front().outputs == first.outputs)
    return;
  fault.details.insert(fault.details.begin(), "in the first run " + fault.message);
  fault.id = "not_repeatable";
  fault.message = "the result differs from run to run with the same input";
  fault.next = "Threads disturb each other: one reads what another has not written yet, or has "
               "already overwritten. The check for races says where.";
}

/// A student's time that is wrong, on a device that others may use, too.
bool may_be_disturbed(const context& in, const test_case& one, const case_fault& fault) {
  return in.backend == backend::gpu && one.is_measured() && !fault.stopped;
}

/// @param fault of the outcome before, and then of the one that is returned
std::shared_ptr<const case_outcome> measured_again(context& in,
                                                   const std::filesystem::path& program,
                                                   const run_options& options, const test_case& one,
                                                   std::optional<case_fault>& fault) {
  const auto look = [&](const case_outcome& outcome) {
    return fault_of(one, outcome, in.allowed, {});
  };
  watched_run again = measure_again(
      in, program, options, one, [&look](const case_outcome& outcome) { return !look(outcome); });
  fault = look(again.outcome);
  if (fault)
    fault->disturbed = again.disturbed;
  return std::make_shared<const case_outcome>(std::move(again.outcome));
}

/// Every fault is a time that was disturbed: nobody knows what the submission would have measured.
void take_back_disturbed(const std::vector<std::optional<case_fault>>& faults,
                         check_result& result) {
  const case_fault* last = nullptr;
  for (const auto& fault : faults) {
    if (fault && !fault->disturbed)
      return;
    if (fault)
      last = &*fault;
  }
  result.details.insert(result.details.begin(), "as it was measured: " + result.message);
  if (!result.next.empty())
    result.details.push_back(result.next);
  result.status = status::noisy;
  result.message = "the time could not be measured: " + last->disturbed->words;
  result.next = what_helps(*last->disturbed);
}

} // namespace

check_result judge_correctness(context& in, const correctness& asked) {
  const std::vector<test_case> cases = cases_of(in, asked.cases);
  std::vector<const test_case*> pointers;
  for (const test_case& one : cases)
    pointers.push_back(&one);
  const auto& program =
      in.submission(in.backend == backend::gpu ? flavour::gpu : flavour::fast).program;
  run_options options;
  options.guard_bytes = protocol::fence_bytes;
  // What blocks that disturb each other give depends on how fast each of them is. In order it is
  // the same each time, and so is the grade; that they do disturb each other, a clean check says.
  options.blocks_in_order = in.backend == backend::cpu;
  options.allowed = in.allowed;
  auto outcomes = in.outcomes.run(program, pointers, options, [&](std::size_t i) {
    in.progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), cases[i].name()));
  });

  check_result result;
  result.status = status::pass;
  result.data["cases"] = nlohmann::json::array();
  std::vector<std::optional<case_fault>> faults = faults_of(cases, outcomes, in.allowed);
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (faults[i] && may_be_disturbed(in, cases[i], *faults[i]))
      outcomes[i] = measured_again(in, program, options, cases[i], faults[i]);
  if (asked.pictures) {
    std::vector<finished_case> finished;
    for (std::size_t i = 0; i < cases.size(); ++i)
      finished.push_back({cases[i],
                          outcomes[i]->how == ending::done ? &outcomes[i]->outputs : nullptr,
                          !faults[i], outcomes[i]->launches});
    result.data["pictures"] = asked.pictures(finished);
  }
  const std::size_t headline = name_mistakes(faults);
  other_faults others;
  std::size_t failed = 0;
  bool unknown = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto& fault = faults[i];
    nlohmann::json entry = {{"name", cases[i].name()}, {"passed", !fault.has_value()}};
    if (fault) {
      ++failed;
      if (i == headline) {
        look_for_changes(in, program, options, cases[i], *outcomes[i], *fault);
        result.message = fmt::format("{}: {}", cases[i].name(), fault->message);
        result.next = fault->next;
        result.data["first_told"] = cases[i].name();
        result.details = fault->details;
        if (fault->names_a_mistake())
          result.data["known_mistake"] = fault->message;
        else if (fault->stopped)
          result.data["stopped"] = fault->message;
      } else {
        others.add(cases[i].name(), *fault, *faults[headline]);
      }
      unknown = unknown && !fault->answered;
      entry["reason"] = fault->id;
      entry.update(fault->data);
      if (failed > maps_kept && i != headline)
        entry.erase("map");
    }
    result.data["cases"].push_back(std::move(entry));
  }
  if (failed == 0) {
    result.message =
        cases.size() == 1 ? "right" : fmt::format("right in all {} cases", cases.size());
    return result;
  }
  result.status = unknown ? status::error : status::fail;
  if (cases.size() > 1)
    result.message =
        fmt::format("{} in {} of {} cases. {}", faults[headline]->stopped ? "failed" : "wrong",
                    failed, cases.size(), result.message);
  others.tell(*faults[headline], result.details);
  take_back_disturbed(faults, result);
  return result;
}

} // namespace cudalab::grader
