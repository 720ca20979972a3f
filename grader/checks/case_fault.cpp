// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_fault.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "grader/checks/case_plan.h"
#include "grader/checks/conduct.h"
#include "grader/checks/difference_data.h"
#include "grader/checks/ending_words.h"
#include "grader/checks/judge_outputs.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t differences_shown = 3;

void describe(const test_case& one, const spoilt_output& wrong, case_fault& fault) {
  const expectation& wanted = one.expected(wrong.name);
  const comparison& result = wrong.result;
  for (std::size_t i = 0; i < std::min(differences_shown, result.first.size()); ++i)
    fault.details.push_back(difference_words(result.first[i], wanted));
  fault.data["output"] = wrong.name;
  fault.data.update(difference_data(result, wanted));
}

template <typename Fault> // a pattern, or a fault in conduct
void say(const Fault& what, case_fault& fault) {
  fault.id = what.id;
  fault.message = what.message;
  fault.next = what.next;
}

void say(const misconception& what, case_fault& fault) {
  fault.id = what.reason;
  fault.message = what.message;
  fault.next = what.next;
  fault.cause = what.id;
  fault.vague = what.vague;
  fault.varies = what.varies;
}

/// "4 x 3"
std::string by_sides(const std::array<unsigned, 3>& sides) {
  std::string text = std::to_string(sides[0]);
  for (const unsigned each : {sides[1], sides[2]})
    if (each != 1 || sides[2] != 1)
      text += fmt::format(" x {}", each);
  return text;
}

std::uint64_t all_of(const std::array<unsigned, 3>& sides) {
  return std::uint64_t{sides[0]} * sides[1] * sides[2];
}

std::uint64_t threads_of(const protocol::launch_sizes& launch) {
  return all_of(launch.grid) * all_of(launch.block);
}

bool leaves_elements_out(const case_fault& fault) {
  static const std::set<std::string> left_out = {"unwritten_tail", "unwritten_cells",
                                                 "only_first_block"};
  return left_out.count(fault.id) != 0;
}

/// The details that the message does not say already.
void leave_out_what_is_said(case_fault& fault) {
  if (fault.id == "nothing_written" || fault.id == "one_element_written" || fault.id == "all_zero")
    fault.details.clear(); // the message says it all
  else if ((fault.id == "wrong_values" || fault.id == "wrong_in_steps" ||
            fault.id == "wrong_in_a_row" || fault.id == "wrong_at_the_end") &&
           fault.cause.empty() && !fault.details.empty())
    fault.details.erase(fault.details.begin()); // it stands in the message
  if (!fault.besides.empty())
    fault.details.insert(fault.details.begin(), fault.besides);
}

/// Its last lines, and a timeline whole: one of several devices has more lines than others are
/// told.
std::string last_printed(const std::string& printed) {
  constexpr std::size_t few = 5, most = 16;
  const std::size_t begin = printed.rfind("the timeline, by the numbers of streams:");
  if (begin == printed.npos)
    return tail_of(printed, few);
  const auto lines =
      std::count(printed.begin() + static_cast<std::ptrdiff_t>(begin), printed.end(), '\n');
  return tail_of(printed, std::clamp(static_cast<std::size_t>(lines), few, most));
}

/// All of these arrays lie in memory of the host.
bool only_on_host(const test_case& one, const std::vector<std::string>& names) {
  const auto& arguments = one.call().arguments;
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const protocol::argument& each) {
      const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
      return buffer != nullptr && buffer->name == name &&
             buffer->space == protocol::memory_space::host;
    });
  });
}

/// A kernel read what nobody wrote: memory beside an array, too.
bool read_unwritten(const case_outcome& outcome) {
  return std::any_of(outcome.findings.begin(), outcome.findings.end(), [](const finding& each) {
    return each.kind == finding_kind::uninitialised_read ||
           (each.kind == finding_kind::out_of_bounds && !each.parties.empty() &&
            each.parties.front().action == "reads");
  });
}

} // namespace

bool is_in_lab_words(const case_outcome& outcome) {
  return outcome.how == ending::exception && !outcome.next.empty();
}

std::optional<case_fault> fault_of(const test_case& one, const case_outcome& outcome,
                                   const run_limits& allowed) {
  case_fault fault;
  fault.function = one.function();
  if (outcome.unjudged) {
    const auto few = few_threads(one, outcome);
    if (!few)
      return {};
    say(*few, fault);
    return fault;
  }
  if (one.must_throw() && outcome.threw_cuda_error)
    return {};
  if (const auto told = not_told(one, outcome)) {
    say(*told, fault);
    return fault;
  }
  if (outcome.how != ending::done) {
    const ending_words words = words_for(outcome, one.call().function, allowed);
    fault.stopped = true;
    fault.answered = answered(outcome.how);
    fault.in_lab_words = is_in_lab_words(outcome);
    fault.id = name_of(outcome.how);
    fault.message = words.message;
    fault.next = words.next;
    if (const std::string printed = last_printed(outcome.printed); !printed.empty())
      fault.details.push_back("the last lines that it printed: " + as_told(printed));
    return fault;
  }
  if (const auto on_host = done_on_host(one, outcome)) {
    say(*on_host, fault);
    return fault;
  }
  const std::string fences = fence_words(one, outcome.damaged_fences);
  std::vector<output_fault> wrong = judge_outputs(one, outcome.outputs, read_unwritten(outcome));
  if (wrong.empty() && fences.empty()) {
    const auto launch = other_launch(one, outcome);
    if (!launch)
      return {};
    say(*launch, fault);
    return fault;
  }
  if (!wrong.empty()) {
    say(wrong.front().what, fault);
    fault.in_part = one.expected(wrong.front().output).in_part;
    if (fault.id == "nothing_written")
      if (const auto why = unwritten_because(one, wrong.front().output, outcome))
        say(*why, fault);
    if (fault.id == "unwritten_tail" && only_on_host(one, {wrong.front().output}))
      fault.next = "This memory is the host's: a copy or a loop of the host fills it, and does not "
                   "reach its end. How many elements does it take, those that are left over from "
                   "whole groups as well, and how many bytes are that (elements times sizeof)?";
    for (output_fault& each : wrong)
      fault.wrong.push_back({std::move(each.output), std::move(each.got), std::move(each.result)});
    if (!fences.empty())
      fault.besides = "besides, " + fences;
  } else {
    fault.id = "outside_output";
    fault.message = "the result is right, but " + fences;
    fault.next = only_on_host(one, outcome.damaged_fences)
                     ? "This memory is the host's, where no kernel stores: how many bytes does the "
                       "copy to it take (elements times sizeof(float), and not those of whole "
                       "blocks), or how far does a loop of the host go?"
                 : are_inputs(one, outcome.damaged_fences)
                     ? "Look at each place that stores through this pointer: what a function keeps "
                       "for itself belongs into shared memory or into memory of its own."
                     : "Every thread that is outside the result must not store: look at the "
                       "condition around the store.";
  }
  return fault;
}

namespace {

std::string second_call_words(const test_case& one) {
  return fmt::format("This was the second call with the same arrays, {}: does your function "
                     "remember something from call to call? If it does not: ",
                     bytes_of_inputs(one) != 0 ? "and the first one had other numbers in them"
                                               : "which were emptied after the first one");
}

bool first_calls_are_right(const std::vector<const test_case*>& cases,
                           const std::vector<std::optional<case_fault>>& faults,
                           const std::string& function) {
  bool any = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i]->function() != function || cases[i]->call().rehearsed)
      continue;
    if (faults[i])
      return false;
    any = true;
  }
  return any;
}

/// Other calls of the function launched a kernel, and this one did not.
void tell_skipped_launch(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                         std::size_t at, case_fault& fault) {
  if (fault.id != "nothing_written" || !outcomes[at]->launches.empty() || cases[at]->runs_on_gpu())
    return;
  if (!fault.wrong.empty() && !cases[at]->expected(fault.wrong.front().name).if_unwritten.empty())
    return; // the lab knows better
  std::size_t others = 0;
  for (std::size_t i = 0; i < cases.size(); ++i)
    others += cases[i]->function() == cases[at]->function() && !outcomes[i]->launches.empty();
  if (others == 0)
    return;
  if (fault.message.find("no kernel ran") == fault.message.npos)
    fault.message += ": no kernel was launched in this call";
  fault.next = fmt::format(
      "Which of your conditions keeps this call from launching a kernel, as {} of this check {}? "
      "Work it out by hand with the sizes of this call: is each number in it, above all a product, "
      "small enough for its type?",
      others == 1 ? "another call" : fmt::format("{} other calls", others),
      others == 1 ? "does" : "do");
}

/// Elements of the largest output.
std::size_t most_elements(const test_case& one) {
  std::size_t most = 0;
  for (const auto& argument : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument);
        buffer != nullptr && buffer->direction != protocol::direction::input)
      most = std::max(most, buffer->elements);
  return most;
}

/// Whether all calls of a function, for outputs of three sizes or more, made one launch, with as
/// many blocks. (Their threads may be an argument of the call.)
bool same_in_all(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                 const std::string& function) {
  constexpr std::size_t fewest = 3;
  std::optional<protocol::launch_sizes> same;
  std::set<std::size_t> sizes;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i]->function() != function || outcomes[i]->launches.empty())
      continue;
    const protocol::launch_sizes& launch = outcomes[i]->launches.front();
    if (outcomes[i]->launches.size() != 1 || (same && same->grid != launch.grid))
      return false;
    same = launch;
    sizes.insert(most_elements(*cases[i]));
  }
  return sizes.size() >= fewest;
}

/// Of an output in one row just the last element was never written.
bool is_last_left_out(const test_case& one, const case_fault& fault) {
  return fault.id == "unwritten_tail" && fault.wrong.size() == 1 &&
         fault.wrong.front().result.unwritten == 1 && fault.wrong.front().result.wrong == 0 &&
         one.expected(fault.wrong.front().name).shape.rows == 1;
}

/// Rows from one on were made by nobody, and just so many rows have threads: there are fewer blocks
/// than rows need. "": it is not so. (At the most that a grid has along y, other words are told.)
std::string words_for_rows_with_threads(const test_case& one, const case_fault& fault,
                                        const protocol::launch_sizes& launch) {
  constexpr unsigned most_along_y = 65535;
  if (fault.id != "unwritten_tail" || fault.wrong.size() != 1 || launch.grid[1] < 2 ||
      launch.grid[1] == most_along_y)
    return "";
  const spoilt_output& seen = fault.wrong.front();
  const std::size_t columns = one.expected(seen.name).shape.columns,
                    rows = one.expected(seen.name).shape.rows,
                    made = std::size_t{launch.grid[1]} * launch.block[1];
  const auto& cells = seen.result.cells;
  const auto first = static_cast<std::size_t>(
      std::find(cells.begin(), cells.end(), cell::unwritten) - cells.begin());
  if (seen.result.wrong != 0 || columns == 0 || first != made * columns || made >= rows)
    return "";
  return fmt::format(
      "{} blocks of {} {} make the first {} of {} rows, and nobody makes the others. Is there a "
      "largest number of blocks, or is it not rounded up? Launch {}; or let each thread go on to "
      "further rows, in steps of all threads along y, until there are none.",
      grouped(launch.grid[1]), launch.block[1], verb_of(launch.block[1], "row", "rows"),
      grouped(made), grouped(rows), grouped((rows + launch.block[1] - 1) / launch.block[1]));
}

/// The grid has as many blocks as are needed of two dimensions, and these have as many threads in
/// one row: "" where it is not so.
std::string words_for_flat_blocks(const test_case& one, const case_fault& fault,
                                  const protocol::launch_sizes& launch) {
  if (fault.wrong.size() != 1 || launch.block[1] != 1 || launch.block[2] != 1 || launch.grid[1] < 2)
    return "";
  const grid_shape& shape = one.expected(fault.wrong.front().name).shape;
  const auto fits = [&](std::size_t across, std::size_t down) {
    return across * down == launch.block[0] &&
           launch.grid[0] == (shape.columns + across - 1) / across &&
           launch.grid[1] == (shape.rows + down - 1) / down;
  };
  for (const std::size_t across : {16, 32, 8, 64, 4})
    if (const std::size_t down = launch.block[0] / across; down > 1 && fits(across, down))
      return fmt::format(
          "{0} x {1} blocks are those that {2} x {3} elements need of blocks of {4} x {5} threads, "
          "and these blocks have one row of {6}. Give the block as dim3({4}, {5}). If it is to be "
          "one row: then the grid needs a row of blocks for each row of the result.",
          launch.grid[0], launch.grid[1], grouped(shape.columns), grouped(shape.rows), across, down,
          launch.block[0]);
  return "";
}

/// A thread of a grid along x makes several neighbours and begins with the element that has its own
/// number: of `threads` threads the last one ends so many elements behind its own. "": it is not
/// so.
std::string words_for_first_of_several(const test_case& one, const case_fault& fault,
                                       const protocol::launch_sizes& launch) {
  constexpr std::size_t most = 64;
  const std::size_t threads = threads_of(launch);
  if (fault.id != "unwritten_tail" || fault.wrong.size() != 1 || launch.grid[1] != 1 ||
      launch.block[1] != 1 || launch.grid[2] != 1 || launch.block[2] != 1 || threads < 2 ||
      one.expected(fault.wrong.front().name).shape.rows != 1)
    return "";
  const auto& cells = fault.wrong.front().result.cells;
  const auto made = static_cast<std::size_t>(
      std::find(cells.begin(), cells.end(), cell::unwritten) - cells.begin());
  if (made <= threads || made >= threads + most)
    return "";
  const std::size_t each = made - threads + 1;
  if (each * threads < cells.size())
    return "";
  return fmt::format(
      "{0} threads came as far as element {1}, as they do where each makes {2} neighbours, and "
      "thread t begins with element t. Then let it begin with {2} * t. If a thread makes other "
      "ones: which are they?",
      grouped(threads), grouped(made - 1), each);
}

/// Some elements are right and others were left out: the sizes of a launch may be why, above all
/// where they are the same for arrays of all sizes.
void tell_launch(const std::vector<const test_case*>& cases, const outcome_list& outcomes,
                 std::size_t at, case_fault& fault) {
  if (outcomes[at]->launches.size() != 1 || !leaves_elements_out(fault))
    return;
  const protocol::launch_sizes& launch = outcomes[at]->launches.front();
  const std::string of_rows = words_for_rows_with_threads(*cases[at], fault, launch);
  const bool same = same_in_all(cases, outcomes, cases[at]->function()) &&
                    (threads_of(launch) < most_elements(*cases[at]) || !of_rows.empty());
  fault.details.push_back(fmt::format(
      "the launch of this call: {} {} of {} threads, {} in all{}", by_sides(launch.grid),
      verb_of(all_of(launch.grid), "block", "blocks"), by_sides(launch.block),
      grouped(threads_of(launch)),
      same ? ", as many blocks as in each other call of this check, whatever its sizes" : ""));
  if (is_last_left_out(*cases[at], fault) && threads_of(launch) + 1 == most_elements(*cases[at]))
    fault.next = fmt::format(
        "Each element but the last one has a thread. Work out by hand how many blocks your code "
        "asks for here: is the number rounded up from the {0} elements, (n + block - 1) / block, "
        "or from the last index, {1}? Indices begin at 0, so that there is one element more.",
        grouped(most_elements(*cases[at])), grouped(most_elements(*cases[at]) - 1));
  if (const std::string several = words_for_first_of_several(*cases[at], fault, launch);
      !several.empty())
    fault.next = several;
  if (const std::string flat = words_for_flat_blocks(*cases[at], fault, launch); !flat.empty())
    fault.next = flat;
  if (!of_rows.empty())
    fault.next = of_rows;
  if (same)
    fault.next = "Is the number of blocks computed anew in each call, from the sizes of that call? "
                 "(A static variable is set in the first call, and keeps that.) If it is to be the "
                 "same in all: does each thread go on to further elements, until there are none?";
}

/// What is right ends just where the threads of the launch do: there are too few.
void tell_end_of_threads(const test_case& one, const case_outcome& outcome, case_fault& fault) {
  if (fault.id != "wrong_at_the_end" || outcome.launches.size() != 1 || fault.wrong.empty() ||
      one.expected(fault.wrong.front().name).shape.rows != 1)
    return;
  const auto& cells = fault.wrong.front().result.cells;
  const auto first = std::find(cells.begin(), cells.end(), cell::wrong) - cells.begin();
  const protocol::launch_sizes& launch = outcome.launches.front();
  if (static_cast<std::uint64_t>(first) != threads_of(launch))
    return;
  fault.next = fmt::format(
      "The launch of this call has {} {} of {} threads: one for each element before the first "
      "wrong one, and none for the rest. Work out by hand how many blocks your code asks for with "
      "this size: it must be rounded up, (n + block - 1) / block, worked out anew in each call, "
      "and have no largest value.",
      by_sides(launch.grid), verb_of(all_of(launch.grid), "block", "blocks"),
      by_sides(launch.block));
}

} // namespace

std::vector<std::optional<case_fault>> faults_of(const std::vector<const test_case*>& cases,
                                                 const outcome_list& outcomes,
                                                 const run_limits& allowed) {
  std::vector<std::optional<case_fault>> faults;
  for (std::size_t i = 0; i < cases.size(); ++i)
    faults.push_back(fault_of(*cases[i], *outcomes[i], allowed));
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (faults[i] && outcomes[i]->how == ending::done && !outcomes[i]->unjudged) {
      for (const protocol::launch_sizes& launch : outcomes[i]->launches)
        faults[i]->block_threads.push_back(all_of(launch.block));
      tell_skipped_launch(cases, outcomes, i, *faults[i]);
      tell_launch(cases, outcomes, i, *faults[i]);
      tell_end_of_threads(*cases[i], *outcomes[i], *faults[i]);
    }
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (faults[i] && faults[i]->id == "nothing_written" && cases[i]->call().rehearsed &&
        first_calls_are_right(cases, faults, cases[i]->function()))
      faults[i]->next = second_call_words(*cases[i]) + faults[i]->next;
  return faults;
}

namespace {

case_evidence evidence_of(const test_case& one, const std::optional<case_fault>& fault) {
  if (!fault)
    return {&one, true, {}, {}};
  return {&one, false, fault->wrong, fault->block_threads};
}

/// The mistake that explains most cases, of several the first, and no vague one where others are.
/// Empty: none.
std::string most_often(const std::vector<named_mistake>& named) {
  std::map<std::string, std::pair<bool, int>> times; // sure ones are more
  std::string best;
  for (const named_mistake& each : named)
    if (each.what != nullptr) {
      times[each.what->id].first = !each.what->vague;
      ++times[each.what->id].second;
    }
  for (const named_mistake& each : named)
    if (each.what != nullptr && times[each.what->id] > times[best])
      best = each.what->id;
  return best;
}

} // namespace

std::size_t name_mistakes(const std::vector<const test_case*>& cases,
                          std::vector<std::optional<case_fault>>& faults) {
  std::vector<case_evidence> evidence;
  for (std::size_t i = 0; i < cases.size(); ++i)
    evidence.push_back(evidence_of(*cases[i], faults[i]));
  const std::vector<named_mistake> named = name_mistakes(evidence);
  const std::string first = most_often(named);
  std::size_t headline = faults.size();
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (!faults[i])
      continue;
    if (named[i].what != nullptr)
      say(*named[i].what, *faults[i]);
    faults[i]->likely = named[i].likely;
    if (!faults[i]->wrong.empty())
      describe(*cases[i], faults[i]->wrong[named[i].output], *faults[i]);
    leave_out_what_is_said(*faults[i]);
    const auto is_first = [&](const case_fault& fault) {
      return !first.empty() && fault.cause == first;
    };
    if (headline == faults.size() || (is_first(*faults[i]) && !is_first(*faults[headline])))
      headline = i;
  }
  return headline;
}

std::string message_of(const nlohmann::json& data, const std::string& what) {
  const nlohmann::json& cases = data.at("cases");
  const auto failed = std::count_if(cases.begin(), cases.end(), [](const nlohmann::json& each) {
    return !each.at("passed").get<bool>();
  });
  std::string message = fmt::format("{}: {}", data.at("first_told").get<std::string>(), what);
  if (cases.size() > 1)
    message = fmt::format("{} in {} of {} cases. {}", data.contains("stopped") ? "failed" : "wrong",
                          failed, cases.size(), message);
  return message;
}

} // namespace cudalab::grader
