// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/case_plan.h"

#include <algorithm>

#include "grader/checks/case_cache.h"

namespace cudalab::grader {

namespace {

bool is_correctness(const check_description& one) {
  return std::holds_alternative<correctness_check>(one.what);
}

/// One that fails for whatever is found.
bool watches_all(const check_description& one) {
  const auto* clean = std::get_if<clean_check>(&one.what);
  return clean != nullptr && !clean->only_those;
}

/// What only a GPU is asked.
void add_gpu_cases(const check_description& one, random_source& random,
                   std::vector<test_case>& to) {
  const auto* correctness = std::get_if<correctness_check>(&one.what);
  if (correctness == nullptr || !correctness->on_gpu)
    return;
  for (test_case& each : correctness->on_gpu(random))
    to.push_back(std::move(each.gpu_only()));
}

std::vector<test_case> cases_of_check(const check_description& one, backend_kind backend,
                                      std::uint64_t seed) {
  if (std::holds_alternative<speed_check>(one.what))
    return {};
  random_source random(seed);
  std::vector<test_case> cases =
      std::visit([&](const auto& what) { return what.cases(random); }, one.what);
  if (backend == backend_kind::gpu)
    add_gpu_cases(one, random, cases);
  if (backend != backend_kind::gpu || !is_correctness(one))
    cases.erase(std::remove_if(cases.begin(), cases.end(),
                               [](const test_case& each) { return each.is_gpu_only(); }),
                cases.end());
  return cases;
}

template <class Fits>
std::size_t bytes_of(const test_case& one, Fits fits) {
  std::size_t bytes = 0;
  for (const protocol::argument& each : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
        buffer != nullptr && fits(buffer->direction))
      bytes += buffer->elements * protocol::size_of(buffer->type);
  return bytes;
}

} // namespace

std::size_t bytes_of_inputs(const test_case& one) {
  return bytes_of(one, [](auto direction) { return direction != protocol::direction::output; });
}

namespace {

std::size_t bytes_of_outputs(const test_case& one) {
  return bytes_of(one, [](auto direction) { return direction != protocol::direction::input; });
}

template <class Is>
bool has_buffer(const test_case& one, const Is& is) {
  const auto& arguments = one.call().arguments;
  return std::any_of(arguments.begin(), arguments.end(), [&](const protocol::argument& each) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
    return buffer != nullptr && is(*buffer);
  });
}

/// A call with an array of no elements may be right to launch nothing.
bool has_empty_array(const test_case& one) {
  return has_buffer(one, [](const auto& buffer) { return buffer.elements == 0; });
}

/// What a rehearsal puts into an input is its first element, over and over: one element stays as it
/// is.
bool has_single_input(const test_case& one) {
  return has_buffer(one, [](const auto& buffer) {
    return buffer.direction != protocol::direction::output && buffer.elements == 1;
  });
}

} // namespace

std::vector<const test_case*> check_cases::all() const {
  std::vector<const test_case*> both = own;
  both.insert(both.end(), others.begin(), others.end());
  return both;
}

case_plan::case_plan(const lab_description& lab, backend_kind backend, std::uint64_t seed)
    : lab_(lab), backend_(backend), seed_(seed), made_(lab.checks.size()),
      functions_(lab.checks.size()), checks_(lab.checks.size()) {
  for (std::size_t i = 0; i < lab.checks.size(); ++i) {
    made_[i] = cases_of_check(lab.checks[i], backend, seed);
    for (test_case& each : made_[i]) {
      if (backend == backend_kind::gpu && is_correctness(lab.checks[i]))
        each.on_gpu();
      functions_[i].insert(each.function());
      each.keep_identity(identity_of(each));
      checks_[i].own.push_back(&each);
    }
  }
  rehearse_one_of_each_function();
  refuse_one_of_each_function();
  for (std::size_t i = 0; i < lab.checks.size(); ++i)
    share(i);
}

/// All cases that are equal to these get another identity by `make`, and stay equal.
void case_plan::make_each(const std::set<std::string>& chosen, test_case& (test_case::*make)()) {
  for (std::vector<test_case>& cases : made_)
    for (test_case& each : cases)
      if (chosen.count(each.kept_identity()) != 0) {
        each.keep_identity({});
        each.keep_identity(identity_of((each.*make)()));
      }
}

/// The smallest case of each function that has something to do, on the emulated device: not in a
/// scene that may set its own stage or has launches that fail, and not where the function measures.
void case_plan::refuse_one_of_each_function() {
  std::map<std::string, const test_case*> smallest; // by function
  for (const std::vector<test_case>& cases : made_)
    for (const test_case& each : cases) {
      if (bytes_of_outputs(each) == 0 || has_empty_array(each) || each.is_measured() ||
          each.runs_on_gpu() || each.is_provoked(findings::finding_kind::invalid_launch) ||
          each.call().function != each.function())
        continue;
      const auto [known, is_new] = smallest.try_emplace(each.function(), &each);
      const auto bytes = [](const test_case& of) {
        return bytes_of_inputs(of) + bytes_of_outputs(of);
      };
      if (!is_new && bytes(each) < bytes(*known->second))
        known->second = &each;
    }
  std::set<std::string> chosen, checked;
  for (const auto& [function, one] : smallest)
    chosen.insert(one->kept_identity());
  make_each(chosen, lab_.frees_when_throwing ? &test_case::refused_and_freed : &test_case::refused);
  for (const std::string& function : lab_.check_each_call)
    if (const auto one = smallest.find(function); one != smallest.end())
      checked.insert(one->second->kept_identity());
  make_each(checked, &test_case::calls_fail);
}

/// In each correctness check the smallest case of each function whose arrays can hold something
/// else, all of them where there is one, or which has none to read: not in a scene, which may set
/// its own stage, and not where launches are counted.
void case_plan::rehearse_one_of_each_function() {
  constexpr std::size_t enough = 64; // bytes: several elements
  std::set<std::string> counted, chosen;
  for (std::size_t i = 0; i < made_.size(); ++i)
    if (std::holds_alternative<traffic_check>(lab_.checks[i].what))
      for (const test_case& each : made_[i])
        counted.insert(each.kept_identity());
  for (std::size_t i = 0; i < made_.size(); ++i) {
    if (!is_correctness(lab_.checks[i]))
      continue;
    std::map<std::string, const test_case*> smallest; // by function
    for (const test_case& each : made_[i]) {
      const bool reads_nothing = bytes_of_inputs(each) == 0;
      if ((reads_nothing ? bytes_of_outputs(each) : bytes_of_inputs(each)) < enough ||
          each.is_measured() || each.must_throw() || each.call().function != each.function() ||
          counted.count(each.kept_identity()) != 0)
        continue;
      const auto [known, is_new] = smallest.try_emplace(each.function(), &each);
      const auto order = [](const test_case& of) {
        return std::pair(has_single_input(of), bytes_of_inputs(of));
      };
      if (!is_new && order(each) < order(*known->second))
        known->second = &each;
    }
    for (const auto& [function, one] : smallest)
      chosen.insert(one->kept_identity());
  }
  make_each(chosen, &test_case::rehearsed);
}

/// The check of the function for which `fits`: in the same exercise the nearest before (or after)
/// this one, else the nearest on the other side; else the last one of an earlier exercise. What
/// belongs to the whole lab (exercise 0) is later than all exercises.
template <class Fits>
case_plan::place case_plan::nearest(std::size_t check, const std::string& function, bool before,
                                    Fits fits) const {
  const int exercise = lab_.checks[check].exercise;
  place first_after, last_before, earlier;
  for (std::size_t i = 0; i < lab_.checks.size(); ++i) {
    const check_description& one = lab_.checks[i];
    if (!fits(one) || functions_[i].count(function) == 0)
      continue;
    if (one.exercise != exercise) {
      const bool is_earlier = exercise == 0 || (one.exercise != 0 && one.exercise < exercise);
      if (is_earlier && (!earlier || lab_.checks[*earlier].exercise <= one.exercise))
        earlier = i;
    } else if (i < check) {
      last_before = i;
    } else if (i > check && !first_after) {
      first_after = i;
    }
  }
  const place& wished = before ? last_before : first_after;
  const place& instead = before ? first_after : last_before;
  return wished ? wished : instead ? instead : earlier;
}

case_plan::place case_plan::results_judge(std::size_t check, const std::string& function) const {
  return is_correctness(lab_.checks[check]) ? place(check)
                                            : nearest(check, function, true, is_correctness);
}

case_plan::place case_plan::findings_judge(std::size_t check, const std::string& function) const {
  const check_description& one = lab_.checks[check];
  if (watches_all(one))
    return check;
  const place found = nearest(check, function, false, watches_all);
  // The points of an exercise are for what it asks for: an earlier one's clean check has its own.
  if (is_correctness(one) && found && lab_.checks[*found].exercise != one.exercise)
    return std::nullopt;
  return found;
}

/// Adds a case unless an equal one is there.
void case_plan::add_once(std::vector<const test_case*>& to, const test_case& one,
                         const std::vector<const test_case*>& besides) const {
  const std::string& identity = one.kept_identity();
  const auto same = [&](const test_case* each) { return each->kept_identity() == identity; };
  if (std::none_of(to.begin(), to.end(), same) &&
      std::none_of(besides.begin(), besides.end(), same))
    to.push_back(&one);
}

/// Hands the cases of a check to who else judges them.
void case_plan::share(std::size_t check) {
  const check_description& one = lab_.checks[check];
  const bool on_gpu = backend_ == backend_kind::gpu && is_correctness(one);
  for (const test_case& each : made_[check]) {
    const place results =
        each.has_expectations() ? results_judge(check, each.function()) : place(check);
    const place findings = findings_judge(check, each.function());
    if (results && *results != check)
      add_once(checks_[*results].others, each,
               backend_ == backend_kind::gpu ? std::vector<const test_case*>()
                                             : checks_[*results].own);
    if (!findings && is_correctness(one))
      checks_[check].alone.insert(each.function());
    if (!results)
      checks_[check].alone.insert(each.function());
    if (findings && *findings != check && !on_gpu)
      add_once(checks_[*findings].others, each, checks_[*findings].own);
  }
}

checked_cases case_plan::of_checked_program() const {
  checked_cases all;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < made_.size(); ++i) {
    if (backend_ == backend_kind::gpu && is_correctness(lab_.checks[i]))
      continue;
    const bool counts = std::holds_alternative<traffic_check>(lab_.checks[i].what);
    for (const test_case& each : made_[i]) {
      const auto [known, is_new] = places.try_emplace(each.kept_identity(), all.cases.size());
      if (is_new) {
        all.cases.push_back(&each);
        all.counted.push_back(counts);
      }
      all.counted[known->second] = all.counted[known->second] || counts;
    }
  }
  return all;
}

std::vector<const test_case*> case_plan::of_given_kernel() const {
  std::vector<const test_case*> all;
  for (std::size_t i = 0; i < made_.size(); ++i)
    if (std::holds_alternative<traffic_check>(lab_.checks[i].what))
      for (const test_case& each : made_[i])
        add_once(all, each, {});
  return all;
}

} // namespace cudalab::grader
