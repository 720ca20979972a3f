// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/small_examples.h"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "grader/cli/chosen_exercises.h"
#include "grader/cli/usage_error.h"

namespace cudalab::grader {

namespace {

constexpr std::uint64_t usual_seed = 1;

std::set<std::string> functions_checked_in(const std::set<int>& exercises,
                                           const lab_description& one) {
  std::set<std::string> functions;
  for (const check_description& each : one.checks)
    if (exercises.count(each.exercise) != 0) {
      random_source random(usual_seed);
      for (const test_case& each_case :
           std::visit([&random](const auto& what) { return what.cases(random); }, each.what))
        functions.insert(each_case.function());
    }
  return functions;
}

} // namespace

std::vector<test_case> small_examples(const lab_description& one, const options& given) {
  random_source random(given.seed.value_or(usual_seed));
  std::vector<test_case> all =
      one.demonstration ? one.demonstration(random) : std::vector<test_case>{};
  if (given.exercises.empty())
    return all;
  const std::set<std::string> functions =
      functions_checked_in(chosen_exercises(one, given.exercises), one);
  std::vector<test_case> some;
  for (test_case& each : all)
    if (functions.count(each.function()) != 0)
      some.push_back(std::move(each));
  if (some.empty())
    throw usage_error(fmt::format("{} has no small example of exercise {}: ./lab run {} shows "
                                  "those that it has.",
                                  one.name, given.exercises.front(), one.name));
  return some;
}

} // namespace cudalab::grader
