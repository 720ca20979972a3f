// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_fault.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/checks/asked_launch.h"
#include "grader/checks/difference_data.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/host_work.h"
#include "grader/checks/judge_outputs.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t differences_shown = 3;

void describe(const comparison& result, const expectation& wanted, case_fault& fault) {
  for (std::size_t i = 0; i < std::min(differences_shown, result.first.size()); ++i) {
    const difference& each = result.first[i];
    fault.details.push_back(fmt::format(
        "{}: expected {}, {}", place(wanted, each.row, each.column), number_text(each.expected, 7),
        each.unwritten ? "never written" : "got " + number_text(each.got, 7)));
  }
  fault.data.update(difference_data(result, wanted));
}

/// What is said of a fault in the end.
void say(const pattern& what, case_fault& fault) {
  fault.id = what.id;
  fault.message = what.message;
  fault.next = what.next;
  fault.group = what.group;
  fault.varies = what.varies;
}

/// The details that the message does not say already.
void leave_out_what_is_said(case_fault& fault) {
  if (fault.id == "nothing_written" || fault.id == "one_element_written" || fault.id == "all_zero")
    fault.details.clear(); // the message says it all
  else if ((fault.id == "wrong_values" || fault.id == "wrong_in_steps" ||
            fault.id == "wrong_in_a_row") &&
           !fault.details.empty())
    fault.details.erase(fault.details.begin()); // it stands in the message
  if (!fault.besides.empty())
    fault.details.insert(fault.details.begin(), fault.besides);
}

} // namespace

std::optional<case_fault> fault_of(const test_case& one, const case_outcome& outcome,
                                   const run_limits& allowed, const std::set<std::string>& first) {
  case_fault fault;
  fault.function = one.function();
  if (outcome.how != ending::done) {
    const ending_words words = words_for(outcome, one.call().function, allowed);
    fault.stopped = true;
    fault.answered = answered(outcome.how);
    fault.id = name_of(outcome.how);
    fault.message = words.message;
    fault.next = words.next;
    if (const std::string printed = tail_of(outcome.printed); !printed.empty())
      fault.details.push_back("the last lines that it printed: " + printed);
    return fault;
  }
  if (const auto on_host = done_on_host(one, outcome)) {
    fault.id = "done_on_host";
    fault.message = on_host->message;
    fault.next = on_host->next;
    return fault;
  }
  const std::string fences = fence_words(outcome.damaged_fences);
  const auto wrong = judge_outputs(one, outcome.outputs, first);
  if (!wrong && fences.empty()) {
    const auto launch = other_launch(one, outcome);
    if (!launch)
      return {};
    fault.id = launch->id;
    fault.message = launch->message;
    fault.next = launch->next;
    return fault;
  }
  if (wrong) {
    say(wrong->otherwise, fault);
    fault.evidence = {wrong->result.wrong + wrong->result.unwritten,
                      !one.known_mistakes(wrong->output).empty(), wrong->mistakes};
    fault.data["output"] = wrong->output;
    describe(wrong->result, one.expected(wrong->output), fault);
    if (!fences.empty())
      fault.besides = "besides, " + fences;
  } else {
    fault.id = "outside_output";
    fault.message = "the result is right, but " + fences;
    fault.next = "Every thread that is outside the result must not store: look at the condition "
                 "around the store.";
  }
  return fault;
}

std::vector<std::optional<case_fault>> faults_of(const std::vector<const test_case*>& cases,
                                                 const outcome_list& outcomes,
                                                 const run_limits& allowed) {
  std::vector<std::optional<case_fault>> faults;
  std::set<std::string> mistakes;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    faults.push_back(fault_of(*cases[i], *outcomes[i], allowed, mistakes));
    if (faults.back())
      for (const pattern& fit : faults.back()->evidence.fits)
        mistakes.insert(fit.group);
  }
  return faults;
}

std::size_t name_mistakes(std::vector<std::optional<case_fault>>& faults) {
  std::vector<case_evidence> cases;
  for (const auto& fault : faults)
    cases.push_back(fault ? fault->evidence : case_evidence{});
  const agreement agreed = agree_on_mistake(cases);
  std::size_t headline = faults.size();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (!faults[i])
      continue;
    if (agreed.of_case[i] != nullptr)
      say(*agreed.of_case[i], *faults[i]);
    leave_out_what_is_said(*faults[i]);
    const bool better =
        headline == faults.size() ||
        (faults[i]->names_a_mistake() && faults[i]->group == agreed.group &&
         !(faults[headline]->names_a_mistake() && faults[headline]->group == agreed.group));
    if (better)
      headline = i;
  }
  return headline;
}

} // namespace cudalab::grader
