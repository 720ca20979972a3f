// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "grader/checks/agree_on_mistake.h"
#include "grader/checks/difference_data.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/host_work.h"
#include "grader/checks/judge_outputs.h"
#include "grader/checks/judges.h"
#include "grader/checks/measure_again.h"
#include "grader/compare/words.h"
#include "grader/speed/disturbance_words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t differences_shown = 3;
constexpr std::size_t maps_kept = 4; // of the failed cases, and of the one told first

/// What one case did, as far as it went wrong.
struct case_fault {
  bool stopped = false; ///< it failed, crashed, hung, ...: nothing to compare
  bool answered = true; ///< not crashed, hung, ...: the program itself said how it went
  std::string id, message, next;
  std::string group;   ///< of a known mistake: which one
  bool varies = false; ///< that the result differs from run to run belongs to it
  std::vector<std::string> details;
  nlohmann::json data = nlohmann::json::object();
  case_evidence evidence;               ///< for known mistakes
  std::string besides;                  ///< what else is wrong
  std::string function;                 ///< the student's
  std::optional<disturbance> disturbed; ///< a measurement: the device was not the program's alone

  bool names_a_mistake() const { return id == "known_mistake"; }
};

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

/// @param first groups of known mistakes that fitted other cases
std::optional<case_fault> fault_of(const test_case& one, const case_outcome& outcome,
                                   const limits& allowed, const std::set<std::string>& first) {
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
  if (!wrong && fences.empty())
    return {};
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

/// The same call twice with different results: whatever else it looks like, it is a race, unless
/// the race belongs to a known mistake.
void look_for_changes(context& in, const std::filesystem::path& program, const run_options& options,
                      const test_case& one, const case_outcome& first, case_fault& fault) {
  if (fault.stopped || fault.varies || one.is_measured())
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

/// A wrong result that cannot speak against the mistake of the headline: none is known for its
/// case, or too few elements are wrong. Other causes named for it would only confuse.
bool may_be_the_same(const case_fault& fault, const case_fault& headline) {
  return headline.names_a_mistake() && !fault.names_a_mistake() && !fault.stopped &&
         fault.function == headline.function && fault.evidence.wrong > 0 &&
         !speaks_against(fault.evidence) && fault.id != "nothing_written" && fault.besides.empty();
}

/// The failed cases after the first, told together where they are alike.
class other_faults {
public:
  void add(const std::string& name, const case_fault& fault, const case_fault& headline) {
    if (may_be_the_same(fault, headline))
      return may_be_the_same_.push_back(name);
    for (group& each : groups_)
      if (each.id == fault.id && each.mistake == fault.group)
        return each.names.push_back(name);
    groups_.push_back({fault.id, fault.group, fault.message, fault.next, {name}});
  }

  void tell(const case_fault& headline, std::vector<std::string>& details) const {
    for (const group& each : groups_) {
      const std::string& first = each.names.front();
      // The headline's own next step stands under all of them.
      const std::string next =
          each.next.empty() || each.next == headline.next ? "" : ". " + each.next;
      if (each.id == headline.id && each.mistake == headline.group)
        details.push_back("the same in " + list(each.names));
      else if (each.names.size() == 1)
        details.push_back(fmt::format("{}: {}{}", first, each.message, next));
      else
        details.push_back(fmt::format("{}: {}; similar in {}{}", first, each.message,
                                      list({each.names.begin() + 1, each.names.end()}), next));
    }
    if (!may_be_the_same_.empty())
      details.push_back("wrong as well, most likely by the same mistake: " +
                        list(may_be_the_same_));
  }

private:
  struct group {
    std::string id, mistake, message, next;
    std::vector<std::string> names;
  };

  /// At most 4 names.
  static std::string list(const std::vector<std::string>& names) {
    const std::size_t shown = names.size() > 5 ? 4 : names.size();
    std::string text = names.front();
    for (std::size_t i = 1; i < shown; ++i)
      text += "; " + names[i]; // a name may have a comma
    return shown == names.size() ? text : fmt::format("{} and {} more", text, names.size() - shown);
  }

  std::vector<group> groups_;
  std::vector<std::string> may_be_the_same_;
};

/// Names the known mistakes on which the cases agree. Gives the case to tell first: one with the
/// mistake that explains most; else the first that failed. (The number of cases when none did.)
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
  options.allowed = in.allowed;
  auto outcomes = in.outcomes.run(program, pointers, options, [&](std::size_t i) {
    in.progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), cases[i].name()));
  });

  check_result result;
  result.status = status::pass;
  result.data["cases"] = nlohmann::json::array();
  std::vector<std::optional<case_fault>> faults;
  std::set<std::string> mistakes;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto look = [&](const case_outcome& outcome) {
      return fault_of(cases[i], outcome, in.allowed, mistakes);
    };
    faults.push_back(look(*outcomes[i]));
    if (faults.back() && may_be_disturbed(in, cases[i], *faults.back())) {
      watched_run again =
          measure_again(in, program, options, cases[i],
                        [&look](const case_outcome& outcome) { return !look(outcome); });
      outcomes[i] = std::make_shared<const case_outcome>(std::move(again.outcome));
      faults.back() = look(*outcomes[i]);
      if (faults.back())
        faults.back()->disturbed = again.disturbed;
    }
    if (faults.back())
      for (const pattern& fit : faults.back()->evidence.fits)
        mistakes.insert(fit.group);
  }
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
