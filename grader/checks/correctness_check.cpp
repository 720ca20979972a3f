// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "findings/words.h"
#include "grader/checks/ask_probes.h"
#include "grader/checks/case_fault.h"
#include "grader/checks/conduct.h"
#include "grader/checks/judges.h"
#include "grader/checks/measure_again.h"
#include "grader/checks/merge_findings.h"
#include "grader/checks/other_faults.h"
#include "grader/checks/spared_cases.h"
#include "grader/speed/disturbance_words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t maps_kept = 4; // of the failed cases, and of the one told first

/// The same call with different results: whatever else it looks like, it is a race, unless the race
/// belongs to a known mistake. In a program of its own the call is made three times: where these
/// are alike, what came before it made the difference.
void look_for_changes(grading_context& in, const run_options& options, const test_case& one,
                      const case_outcome& first, case_fault& fault) {
  if (in.backend == backend_kind::cpu || fault.stopped || fault.varies || one.is_measured())
    return;
  const auto alone =
      in.outcomes.run_again(in.submission(build_flavour::gpu).program, {&one, &one, &one}, options);
  const auto is_as = [](const case_outcome& other) {
    return [&other](const case_outcome& each) {
      return each.how == ending::done && each.outputs == other.outputs;
    };
  };
  if (alone.front().how != ending::done || std::all_of(alone.begin(), alone.end(), is_as(first)))
    return;
  const bool after_others = std::all_of(alone.begin(), alone.end(), is_as(alone.front()));
  fault.details.insert(fault.details.begin(),
                       (after_others ? "after other calls " : "in the first run ") + fault.message);
  fault.id = "not_repeatable";
  fault.message = after_others ? "the result depends on the calls before this one: in a program of "
                                 "its own the same call gives another, three times alike"
                               : "the result differs from run to run with the same input";
  fault.next =
      after_others
          ? "Does the function keep something from the calls before: a static variable, a "
            "number of blocks, memory? All must follow from the arguments of this call. If "
            "it keeps nothing, threads disturb each other now and then: the check for "
            "races says where."
          : "Threads disturb each other: one reads what another has not written yet, or "
            "has already overwritten. The check for races says where.";
}

/// A student's time that is wrong, on a device that others may use, too.
bool may_be_disturbed(const grading_context& in, const test_case& one, const case_fault& fault) {
  return in.backend == backend_kind::gpu && one.is_measured() && !fault.stopped;
}

/// @param fault of the outcome before, and then of the one that is returned
std::shared_ptr<const case_outcome> measured_again(grading_context& in,
                                                   const std::filesystem::path& program,
                                                   const run_options& options, const test_case& one,
                                                   std::optional<case_fault>& fault) {
  const auto look = [&](const case_outcome& outcome) { return fault_of(one, outcome, in.allowed); };
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
  result.status = check_status::noisy;
  result.message = "the time could not be measured: " + last->disturbed->words;
  result.next = what_helps(*last->disturbed);
}

run_options options_of(const grading_context& in) {
  if (in.backend == backend_kind::cpu)
    return watched_options(in.allowed);
  run_options options;
  options.on_gpu = true;
  options.guard_bytes = protocol::fence_bytes;
  options.allowed = in.allowed;
  return options;
}

/// Cases of other checks run on the emulated device, where a grading on a GPU runs its own there.
outcome_list outcomes_of(grading_context& in, const check_cases& over) {
  if (in.backend == backend_kind::cpu)
    return run_watched(in, over.all(), "running");
  outcome_list outcomes = in.outcomes.run(
      in.submission(build_flavour::gpu).program, over.own, options_of(in), [&](std::size_t i) {
        in.progress(fmt::format("case {} of {}: {}", i + 1, over.own.size(), over.own[i]->name()));
      });
  const outcome_list others = run_watched(in, over.others, "on the emulated device:");
  outcomes.insert(outcomes.end(), others.begin(), others.end());
  return outcomes;
}

/// What was found in the cases of functions that no clean check watches: the results may be right,
/// and the program is not.
std::vector<seen_finding> findings_in(const std::vector<const test_case*>& cases,
                                      const outcome_list& outcomes,
                                      const std::set<std::string>& functions) {
  merged_findings merged;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (functions.count(cases[i]->function()) == 0)
      continue;
    std::vector<finding> mistakes;
    std::copy_if(outcomes[i]->findings.begin(), outcomes[i]->findings.end(),
                 std::back_inserter(mistakes), [&](const finding& each) {
                   // Where a launch was refused: that the call frees else, clean checks ask.
                   const bool leak = each.kind == finding_kind::leak &&
                                     cases[i]->is_provoked(finding_kind::invalid_launch);
                   const bool counts = is_error(each) || leak;
                   return counts && !cases[i]->is_provoked(each.kind);
                 });
    merged.add(mistakes, cases[i]->name());
  }
  return merged.take();
}

/// The first thing to tell, where nothing else is wrong.
void fail_for(std::vector<seen_finding> found, check_result& result) {
  for (seen_finding& each : found)
    result.findings.push_back(std::move(each.what));
  if (result.findings.empty() || result.status != check_status::pass)
    return;
  const finding& first = result.findings.front();
  result.status = check_status::fail;
  result.message = "the results are right, but: " + one_sentence(first);
  result.next = first.remedy.empty() ? first.text : first.remedy;
}

/// The compiler warns of a variable that nobody sets before it is used, which spoils results. "":
/// it does not.
std::string words_for_warnings(const std::vector<diagnostic>& diagnostics) {
  for (const diagnostic& each : diagnostics) {
    if (each.severity != "warning" || each.line <= 0)
      continue;
    const std::string& text = each.message;
    const std::size_t begin = text.find('\''), end = text.find('\'', begin + 1);
    if (text.find("uninitialized when ") != text.npos && end != text.npos)
      return fmt::format("The compiler warns of line {}: nothing has set {} before it is used "
                         "there. If that is in this exercise: set it first. If not: ",
                         each.line, text.substr(begin + 1, end - begin - 1));
  }
  return "";
}

/// What a clean check would say of what they did besides.
void fail_for_conduct(const grading_context& in, const std::vector<const test_case*>& cases,
                      const outcome_list& outcomes, const std::set<std::string>& functions,
                      check_result& result) {
  for (std::size_t i = 0; i < cases.size() && result.status == check_status::pass; ++i) {
    if (functions.count(cases[i]->function()) == 0)
      continue;
    std::optional<conduct_fault> seen = waited(in.lab, *cases[i], *outcomes[i]);
    if (const auto& remarks = outcomes[i]->remarks; !seen && !remarks.empty())
      seen = conduct_fault{"", remarks.front().what, remarks.front().next};
    if (!seen)
      continue;
    result.status = check_status::fail;
    result.message =
        fmt::format("the results are right, but: {}: {}", cases[i]->name(), seen->message);
    result.next = seen->next;
  }
}

nlohmann::json pictures_of(const correctness_check& asked, const check_cases& over,
                           const outcome_list& outcomes,
                           const std::vector<std::optional<case_fault>>& faults) {
  std::vector<finished_case> finished;
  for (std::size_t i = 0; i < over.own.size(); ++i)
    finished.push_back({*over.own[i],
                        outcomes[i]->how == ending::done ? &outcomes[i]->outputs : nullptr,
                        !faults[i], outcomes[i]->launches});
  return asked.pictures(finished);
}

/// Names of the cases, as they are told.
std::vector<std::string> names_of(const grading_context& in, const check_cases& over) {
  std::vector<std::string> names;
  for (const test_case* each : over.own)
    names.push_back(each->name());
  for (const test_case* each : over.others)
    names.push_back(each->name() +
                    (in.backend == backend_kind::gpu ? ", on the emulated device" : ""));
  return names;
}

/// A call with n = 0: whoever does nothing is right.
bool has_nothing_to_write(const test_case& one) {
  const auto& arguments = one.call().arguments;
  return std::none_of(arguments.begin(), arguments.end(), [](const protocol::argument& each) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
    return buffer != nullptr && buffer->direction != protocol::direction::input &&
           buffer->elements > 0;
  });
}

} // namespace

check_result judge(grading_context& in, const check_description&, const correctness_check& asked,
                   const check_cases& asked_over) {
  const check_cases over = without_spared(in, asked_over);
  const std::vector<const test_case*> cases = over.all();
  const std::vector<std::string> names = names_of(in, over);
  const run_options options = options_of(in);
  outcome_list outcomes = outcomes_of(in, over);

  check_result result;
  result.status = check_status::pass;
  result.data["cases"] = nlohmann::json::array();
  if (const std::size_t spared = asked_over.all().size() - cases.size(); spared != 0)
    result.data["spared"] = spared;
  std::vector<std::optional<case_fault>> faults = faults_of(cases, outcomes, in.allowed);
  for (std::size_t i = 0; i < over.own.size(); ++i)
    if (faults[i] && may_be_disturbed(in, *cases[i], *faults[i]))
      outcomes[i] = measured_again(in, in.submission(build_flavour::gpu).program, options,
                                   *cases[i], faults[i]);
  if (asked.pictures)
    result.data["pictures"] = pictures_of(asked, over, outcomes, faults);
  const std::size_t headline = name_mistakes(cases, faults);
  other_faults others;
  std::size_t failed = 0;
  bool unknown = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto& fault = faults[i];
    nlohmann::json entry = {{"name", names[i]}, {"passed", !fault.has_value()}};
    if (!fault && has_nothing_to_write(*cases[i]))
      entry["nothing_to_write"] = true;
    if (fault) {
      ++failed;
      if (i == headline) {
        if (i < over.own.size())
          look_for_changes(in, options, *cases[i], *outcomes[i], *fault);
        ask_probes(in,
                   in.submission(in.backend == backend_kind::gpu ? build_flavour::gpu
                                                                 : build_flavour::checked)
                       .program,
                   options, cases, faults, *fault);
        result.next = fault->next;
        if (!fault->names_a_mistake() && !fault->stopped && !fault->next.empty())
          result.next.insert(0, words_for_warnings(in.submission(in.backend == backend_kind::gpu
                                                                     ? build_flavour::gpu
                                                                     : build_flavour::checked)
                                                       .diagnostics));
        result.data["first_told"] = names[i];
        result.details = fault->details;
        if (fault->names_a_mistake())
          result.data["known_mistake"] = fault->message;
        else if (!fault->recognised.empty())
          result.data["known_mistake"] = fault->recognised;
        else if (fault->stopped)
          result.data["stopped"] = fault->message;
        if (fault->in_lab_words)
          result.data["in_lab_words"] = true;
      } else {
        others.add(names[i], *fault, *faults[headline]);
      }
      unknown = unknown && !fault->answered;
      entry["reason"] = fault->id;
      if (!fault->cause.empty() && !fault->vague)
        entry["cause"] = fault->cause;
      entry.update(fault->data);
      if (failed > maps_kept && i != headline)
        entry.erase("map");
    }
    result.data["cases"].push_back(std::move(entry));
  }
  std::vector<seen_finding> found = findings_in(cases, outcomes, over.alone);
  if (cases.empty() && !asked_over.all().empty()) {
    result.status = check_status::fail;
    result.message = "not tried: with small arrays the results are wrong already";
    return result;
  }
  if (failed == 0) {
    result.message =
        cases.size() == 1 ? "right" : fmt::format("right in all {} cases", cases.size());
    fail_for(std::move(found), result);
    fail_for_conduct(in, cases, outcomes, over.alone, result);
    return result;
  }
  result.status = unknown ? check_status::error : check_status::fail;
  result.message = message_of(result.data, faults[headline]->message);
  others.tell(*faults[headline], result.details);
  if (faults[headline]->id == "not_told")
    for (const seen_finding& each : found)
      if (each.what.kind == finding_kind::unchecked_error && !each.what.remedy.empty())
        result.next = each.what.remedy; // how the error was lost
  take_back_disturbed(faults, result);
  fail_for(std::move(found), result);
  return result;
}

} // namespace cudalab::grader
