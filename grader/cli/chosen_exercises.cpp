// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/chosen_exercises.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/cli/usage_error.h"

namespace cudalab::grader {

namespace {

int exercise_of(const lab_description& whole, const std::string& asked) {
  int last = 0;
  for (const check_description& each : whole.checks) {
    last = std::max(last, each.exercise);
    const bool numbered = each.exercise > 0; // others are about the whole lab
    if (asked == each.id || (numbered && asked == std::to_string(each.exercise)))
      return each.exercise;
  }
  throw usage_error(
      fmt::format("{} has no exercise '{}': its exercises are 1 to {}.", whole.name, asked, last));
}

} // namespace

std::set<int> chosen_exercises(const lab_description& whole,
                               const std::vector<std::string>& asked) {
  std::set<int> chosen;
  for (const std::string& each : asked)
    chosen.insert(exercise_of(whole, each));
  return chosen;
}

} // namespace cudalab::grader
