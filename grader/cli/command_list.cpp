// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/lab.h"
#include "grader/report/terminal.h"

namespace cudalab::grader {

int command_list(const options&) {
  const style how = style_for(STDOUT_FILENO);
  std::size_t widest = 5;
  for (const auto& [name, one] : registered_labs())
    widest = std::max(widest, one.title.size());
  fmt::print("{}\n", tinted(how, tint::bold,
                            fmt::format("{:<6}  {:<{}}  {:>9}  {:>6}", "Lab", "Title", widest,
                                        "Exercises", "Points")));
  for (const auto& [name, one] : registered_labs()) {
    int exercises = 0;
    double points = 0;
    for (const check& each : one.checks) {
      exercises = std::max(exercises, each.exercise);
      points += each.points;
    }
    fmt::print("{:<6}  {:<{}}  {:>9}  {:>6g}\n", name, one.title, widest, exercises, points);
  }
  return 0;
}

} // namespace cudalab::grader
