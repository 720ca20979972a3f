// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/build/builder.h"
#include "grader/cli/commands.h"
#include "grader/cli/hints.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/progress_file.h"
#include "grader/cli/usage_error.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

std::vector<hint> hints_of(const lab& one) {
  const auto readme = lab_folder(one) / "README.md";
  std::ifstream stream(readme);
  if (!stream)
    throw usage_error(fmt::format("there is no {}: hints stand there.", short_path(readme)));
  return parse_hints({std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()});
}

/// What was asked for, or nullptr: all of these were shown.
const hint* choose(const std::vector<hint>& hints, const options& given, const std::string& lab,
                   const progress_file& progress) {
  for (const hint& each : hints) {
    if (given.exercise == 0 && each.exercise < progress.open_exercise(lab))
      continue; // the last grading found it done
    if (given.exercise != 0 && each.exercise != given.exercise)
      continue;
    if (given.stage != 0 ? each.stage == given.stage
                         : each.stage > progress.hints_shown(lab, each.exercise))
      return &each;
  }
  return nullptr;
}

std::size_t stages_of(const std::vector<hint>& hints, int exercise) {
  return static_cast<std::size_t>(
      std::count_if(hints.begin(), hints.end(),
                    [exercise](const hint& each) { return each.exercise == exercise; }));
}

} // namespace

int command_hint(const options& given) {
  const lab& one = find_lab(given.lab);
  const std::vector<hint> hints = hints_of(one);
  if (hints.empty())
    throw usage_error(fmt::format("{} has no hints.", one.name));
  const int exercises = hints.back().exercise;
  if (given.exercise > 0 && stages_of(hints, given.exercise) == 0)
    throw usage_error(fmt::format("{} has hints for exercises 1 to {}.", one.name, exercises));
  if (given.stage > 0 && given.exercise == 0 && exercises > 1)
    throw usage_error(fmt::format("which exercise? For instance: hint {} --exercise 1 --stage {}",
                                  one.name, given.stage));

  progress_file progress(source_root() / ".cudalab" / "progress.json");
  const hint* next = choose(hints, given, one.name, progress);
  if (next == nullptr && given.stage > 0)
    throw usage_error(fmt::format("exercise {} of {} has hints 1 to {}.", given.exercise, one.name,
                                  stages_of(hints, given.exercise)));
  const style how = style_for(STDOUT_FILENO);
  if (next == nullptr) {
    fmt::print("{}",
               wrap(fmt::format("You have seen all hints{}. To read one again: hint {} --exercise "
                                "{} --stage 1",
                                given.exercise != 0 ? fmt::format(" of exercise {}", given.exercise)
                                                    : fmt::format(" of {}", one.name),
                                one.name, std::max(1, given.exercise)),
                    how.width));
  } else {
    const std::size_t stages = stages_of(hints, next->exercise);
    fmt::print("{}\n\n{}",
               tinted(how, tint::bold,
                      fmt::format("{}, exercise {}, hint {} of {}", one.name, next->exercise,
                                  next->stage, stages)),
               render_hint(next->text, how));
    progress.set_hints_shown(one.name, next->exercise,
                             std::max(next->stage, progress.hints_shown(one.name, next->exercise)));
    progress.save();
  }
  if (!progress.complaint().empty())
    fmt::print(stderr, "Note: {}\n", progress.complaint());
  return 0;
}

} // namespace cudalab::grader
