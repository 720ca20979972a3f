// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/give_hint.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "grader/cli/hints.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/race_questions.h"
#include "grader/cli/usage_error.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

std::vector<hint> hints_of(const lab_description& one) {
  const auto readme = lab_folder(one) / "README.md";
  std::ifstream stream(readme);
  if (!stream)
    throw usage_error(
        fmt::format("the hints are in {}, and there is no such file.", short_path(readme)));
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

std::string give_hint(const lab_description& one, const options& given, const style& how,
                      progress_file& progress) {
  const std::vector<hint> hints = hints_of(one);
  if (hints.empty())
    throw usage_error(fmt::format("{} has no hints.", one.name));
  const int exercises = hints.back().exercise;
  if (given.exercise > 0 && stages_of(hints, given.exercise) == 0)
    throw usage_error(fmt::format("{} has hints for exercises 1 to {}.", one.name, exercises));
  if (given.stage > 0 && given.exercise == 0 && exercises > 1)
    throw usage_error(fmt::format("which exercise? For instance: ./lab hint {} --exercise 1 "
                                  "--stage {}",
                                  one.name, given.stage));
  const auto last = progress.last(one.name);
  if (given.exercise == 0 && last && last->passed() && progress.open_exercise(one.name) == 0)
    return wrap(fmt::format("Your {} passed when it was graded last: no hint is left to give. To "
                            "read one all the same: ./lab hint {} --exercise 1",
                            one.name, one.name),
                how.width);
  const int asked_of = given.exercise != 0 ? given.exercise : progress.open_exercise(one.name);
  if (const std::string answers = given.stage == 0 ? tell_answers(one, asked_of, progress) : "";
      !answers.empty())
    return tinted(how, tint::bold, fmt::format("{}, exercise {}, an answer", one.name, asked_of)) +
           "\n\n" + render_hint(answers, how);
  const hint* next = choose(hints, given, one.name, progress);
  if (next == nullptr && given.stage > 0)
    throw usage_error(fmt::format("exercise {} of {} has hints 1 to {}.", given.exercise, one.name,
                                  stages_of(hints, given.exercise)));
  if (next == nullptr)
    return wrap(fmt::format("You have seen all hints{}. To read one again: ./lab hint {} "
                            "--exercise {} --stage 1",
                            given.exercise != 0 ? fmt::format(" of exercise {}", given.exercise)
                                                : fmt::format(" of {}", one.name),
                            one.name, std::max(1, given.exercise)),
                how.width);
  progress.set_hints_shown(one.name, next->exercise, next->stage);
  const std::string title = fmt::format("{}, exercise {}, hint {} of {}", one.name, next->exercise,
                                        next->stage, stages_of(hints, next->exercise));
  return tinted(how, tint::bold, title) + "\n\n" + render_hint(next->text, how);
}

int first_open(const grade& result) {
  int open = 0;
  for (const check_result& each : result.checks)
    if (each.exercise > 0 && each.status != check_status::pass &&
        each.status != check_status::skipped && (open == 0 || each.exercise < open))
      open = each.exercise;
  return open;
}

int open_after_part(const grade& result, const lab_description& whole, int before,
                    bool whole_passed) {
  if (const int open = first_open(result))
    return open;
  std::set<int> graded;
  for (const check_result& each : result.checks)
    if (each.exercise > 0)
      graded.insert(each.exercise);
  if (graded.empty() || (before != 0 && graded.count(before) == 0))
    return before;
  if (whole_passed)
    return 0;
  int next = *graded.begin();
  while (graded.count(next) != 0)
    ++next;
  const bool exists =
      std::any_of(whole.checks.begin(), whole.checks.end(),
                  [&](const check_description& each) { return each.exercise == next; });
  return exists ? next : 0;
}

} // namespace cudalab::grader
