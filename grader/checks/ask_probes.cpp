// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/ask_probes.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

/// All that is known: some elements have other values than they should; or it is not known whether
/// digits are lost or terms.
bool is_unexplained(const case_fault& fault) {
  return !fault.stopped && !fault.varies &&
         (says_only_where(fault.id) || fault.id == "lost_digits_or_terms");
}

bool is_all_written(const case_fault& fault) {
  return std::all_of(fault.wrong.begin(), fault.wrong.end(),
                     [](const spoilt_output& each) { return each.result.unwritten == 0; });
}

std::size_t bytes_of_buffers(const test_case& one) {
  std::size_t bytes = 0;
  for (const protocol::argument& each : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each))
      bytes += buffer->elements * size_of(buffer->type);
  return bytes;
}

constexpr std::size_t small_bytes = 1 << 20;

/// The case that is told, where it is small: at the edges of others more than one thing may be
/// wrong. Else the smallest.
const test_case* case_to_ask(const std::vector<const test_case*>& cases,
                             const std::vector<std::optional<case_fault>>& faults,
                             const case_fault& told_first) {
  const test_case* smallest = nullptr;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (faults[i] && is_unexplained(*faults[i]) && cases[i]->has_probes() &&
        cases[i]->function() == told_first.function) {
      if (&*faults[i] == &told_first && bytes_of_buffers(*cases[i]) <= small_bytes)
        return cases[i];
      if (smallest == nullptr || bytes_of_buffers(*cases[i]) < bytes_of_buffers(*smallest))
        smallest = cases[i];
    }
  return smallest;
}

const test_case& case_of(const case_fault& told, const std::vector<const test_case*>& cases,
                         const std::vector<std::optional<case_fault>>& faults) {
  const auto found = std::find_if(faults.begin(), faults.end(),
                                  [&](const auto& each) { return each && &*each == &told; });
  return *cases.at(static_cast<std::size_t>(found - faults.begin()));
}

/// The case that is told went wrong in the second of two calls, and alone it is right.
bool is_right_alone(grading_context& in, const std::filesystem::path& program,
                    const run_options& options, const std::vector<const test_case*>& cases,
                    const std::vector<std::optional<case_fault>>& faults,
                    const case_fault& told_first) {
  const test_case& twice = case_of(told_first, cases, faults);
  if (!twice.call().rehearsed)
    return false;
  const test_case once = twice.called_once();
  return !fault_of(once, in.outcomes.run_again(program, {&once}, options).front(), in.allowed);
}

/// The largest error and the largest right value of an output, where the one is small beside the
/// other: a wrong element or a missing one would make more of it, in most cases. Nothing: it is
/// not.
std::optional<std::pair<double, double>> small_error(const test_case& one,
                                                     const case_fault& fault) {
  constexpr double nearly_right = 0.02;
  if (fault.wrong.size() != 1 || fault.wrong.front().result.not_finite != 0)
    return {};
  const double error = fault.wrong.front().result.largest_error;
  double largest = 0;
  for (const double want : one.expected(fault.wrong.front().name).want)
    largest = std::max(largest, std::abs(want));
  return error <= nearly_right * largest ? std::optional(std::pair(error, largest)) : std::nullopt;
}

/// What the inputs of a case hold.
struct input_kinds {
  bool ints = false; ///< nothing else
  bool negative = false;
};

input_kinds inputs_of(const test_case& one) {
  input_kinds found;
  bool others = false;
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr || buffer->direction == protocol::direction::output)
      continue;
    (buffer->type == protocol::element_type::int32 ? found.ints : others) = true;
    const std::vector<double> held = values_of(one.content(i), buffer->type);
    found.negative = found.negative ||
                     std::any_of(held.begin(), held.end(), [](double each) { return each < 0; });
  }
  found.ints = found.ints && !others;
  return found;
}

/// Where ones and small whole numbers come out right, and all inputs are ints.
std::string advice_for_other_ints(bool all_have_negative_ones) {
  return all_have_negative_ones
             ? "Each case that is wrong has negative numbers. What becomes of them on the way: is "
               "one kept in an unsigned type or in fewer bits, shifted or divided, or left out? "
               "Are two ints added as one of 64 bits (long long), where a carry goes from the low "
               "half into the high one?"
             : "What is different with larger numbers, or negative ones? Is a number or a sum kept "
               "in less than an int on the way (a short, or a float, which holds 24 bits)?";
}

/// Where ones and small whole numbers come out right.
std::string advice_for_other_numbers(const std::vector<const test_case*>& cases,
                                     const std::vector<std::optional<case_fault>>& faults,
                                     const test_case& one, const case_fault& fault) {
  const std::string seen =
      "With ones and with small whole numbers as inputs the result is right: the right elements "
      "are used. ";
  if (inputs_of(one).ints) {
    bool all_negative = true;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (faults[i] && cases[i]->function() == one.function())
        all_negative = all_negative && inputs_of(*cases[i]).negative;
    return seen + advice_for_other_ints(all_negative);
  }
  if (const auto small = small_error(one, fault))
    return seen + fmt::format("And here it is nearly right: the errors are {} at most, and the "
                              "largest element is {}. Is an input, a factor or a sum kept "
                              "somewhere in fewer bits than a float has (16 bits hold three "
                              "digits, an int drops what stands behind the point)?",
                              number_text(small->first, 3), number_text(small->second, 3));
  return seen + "What is different with other numbers? Is each sum a float (an int drops what "
                "stands behind the point), is each variable set before it is read, and is nothing "
                "left out where a number is 0 or negative?";
}

/// Called twice in a process of its own the function is right in the first call and wrong in the
/// second; and so once more, as chance may do it too.
/// @return no answer: it is not so; else whether it launches something in the first call alone
std::optional<bool> idle_in_second(grading_context& in, const std::filesystem::path& program,
                                   const run_options& options, const test_case& one) {
  constexpr int times = 2;
  bool idle = !one.runs_on_gpu();
  if (one.is_measured() || bytes_of_buffers(one) > small_bytes)
    return {};
  const test_case once = one.called_once();
  for (int i = 0; i < times; ++i) {
    const auto outcomes = in.outcomes.run_again(program, {&once, &once}, options);
    if (outcomes.size() != 2 || outcomes[1].how != ending::done ||
        fault_of(once, outcomes[0], in.allowed) || !fault_of(once, outcomes[1], in.allowed))
      return {};
    idle = idle && !outcomes[0].launches.empty() && outcomes[1].launches.empty();
  }
  return idle;
}

/// The call that went wrong after others is right in a program of its own, in which nothing was
/// called before.
bool is_right_at_first(grading_context& in, const std::filesystem::path& program,
                       const run_options& options, const test_case& one) {
  if (one.is_measured() || one.call().rehearsed || bytes_of_buffers(one) > small_bytes)
    return false;
  const auto outcomes = in.outcomes.run_again(program, {&one}, options);
  return outcomes.front().how == ending::done && !outcomes.front().unjudged &&
         !fault_of(one, outcomes.front(), in.allowed);
}

/// The function's first case is right and most of the others are wrong.
bool is_wrong_after_first(const std::vector<const test_case*>& cases,
                          const std::vector<std::optional<case_fault>>& faults,
                          const case_fault& told_first) {
  std::vector<bool> wrong;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (cases[i]->function() == told_first.function)
      wrong.push_back(faults[i].has_value());
  return !wrong.empty() && !wrong.front() &&
         2 * std::count(wrong.begin(), wrong.end(), true) >
             static_cast<std::ptrdiff_t>(wrong.size());
}

std::optional<input_probe::answer> answer_of(const test_case& asked, const input_probe& what,
                                             const case_outcome& outcome) {
  if (outcome.how != ending::done)
    return {};
  for (const protocol::argument& each : asked.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
        buffer != nullptr && buffer->name == what.output)
      if (const auto got = outcome.outputs.find(what.output); got != outcome.outputs.end())
        return what.look(values_of(got->second, buffer->type));
  return {};
}

} // namespace

void ask_probes(grading_context& in, const std::filesystem::path& program,
                const run_options& options, const std::vector<const test_case*>& cases,
                const std::vector<std::optional<case_fault>>& faults, case_fault& told_first) {
  if (told_first.stopped || told_first.varies ||
      (!is_unexplained(told_first) && told_first.id != "nothing_written" &&
       !is_wrong_after_first(cases, faults, told_first)))
    return;
  if (is_unexplained(told_first) &&
      is_right_alone(in, program, options, cases, faults, told_first)) {
    told_first.next = "Called once, with the same numbers, the function is right. It is wrong in a "
                      "second call with the same arrays, which held other numbers in the first: "
                      "what does it keep from call to call (a static variable, a __device__ or "
                      "__constant__ array), and when is that renewed?";
    return;
  }
  if (const auto idle = idle_in_second(in, program, options, case_of(told_first, cases, faults))) {
    told_first.recognised = "right in the first call only";
    if (*idle) {
      told_first.next = "Called twice in a program of its own, with the same numbers, the function "
                        "is right the first time, and launches no kernel the second time. Which "
                        "condition keeps it from that: does it compare with what an earlier call "
                        "has left (a static variable)? The same pointers and sizes as before do "
                        "not say that the same numbers lie there, or that the result still does: "
                        "each call has to make it.";
      return;
    }
    told_first.next = "Called twice in a program of its own, with the same numbers, the function "
                      "is right the first time and wrong the second. What does it keep from call "
                      "to call (a static variable, or a __device__ one, as a counter of blocks "
                      "that are done), and has that its first value again when the next call "
                      "begins? If it keeps nothing: is each local variable set before it is used? "
                      "One that is not holds what was left there.";
    return;
  }
  if (!is_unexplained(told_first))
    return;
  if (is_right_at_first(in, program, options, case_of(told_first, cases, faults))) {
    told_first.next = "The same call is right in a program of its own, in which it is the first "
                      "one. After other calls it is wrong: what do these leave behind that this "
                      "one uses and does not set anew (in a static variable, a __device__ or "
                      "__constant__ array, above all behind the part that this call fills), or "
                      "is something read that nobody sets?";
    return;
  }
  const test_case* const one = case_to_ask(cases, faults, told_first);
  if (one == nullptr)
    return;
  const std::vector<input_probe> probes = one->probes();
  bool right = !probes.empty() && is_all_written(told_first); // probes say nothing of the others
  for (const input_probe& what : probes) {
    const test_case asked = one->with_inputs_of(what);
    const auto outcomes = in.outcomes.run_again(program, {&asked}, options);
    if (const auto answer = answer_of(asked, what, outcomes.front())) {
      told_first.details.insert(told_first.details.begin(),
                                "looked into at " + one->name() + ": " + answer->seen);
      told_first.next = answer->next;
      return;
    }
    right = right && outcomes.front().how == ending::done;
  }
  if (right)
    told_first.next =
        advice_for_other_numbers(cases, faults, case_of(told_first, cases, faults), told_first);
}

} // namespace cudalab::grader
