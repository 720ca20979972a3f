// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/hand_ins.h"

#include <filesystem>

#include <fmt/format.h>

#include "grader/class_tools/term_files.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

/// All students, whose ids the course then has.
std::optional<term::roster> roster_of(std::optional<term::course>& course, const options& given) {
  if (course)
    return read_roster_of(*course, given.course, given.roster);
  return read_roster_file(given.roster);
}

} // namespace

std::optional<term::course> course_of(const lab_description& lab, const options& given) {
  std::error_code ignored;
  if (given.course == options{}.course && !fs::exists(given.course, ignored))
    return {};
  term::course one = read_course_file(given.course);
  if (one.labs.count(lab.name) == 0)
    throw usage_error(fmt::format("{} says nothing of {}. Add a line [labs.{}] to it.",
                                  given.course, lab.name, lab.name));
  return one;
}

named_hand_ins read_named_hand_ins(const lab_description& lab, const options& given) {
  named_hand_ins result;
  result.course = course_of(lab, given);
  result.students = roster_of(result.course, given);
  term::collect_settings settings{lab.name, starter_text(lab)};
  settings.term = result.course ? &*result.course : nullptr;
  settings.students = result.students ? &*result.students : nullptr;
  try {
    result.found = term::collect(term::read_hand_ins(given.hand_ins, given.ref), settings);
  } catch (const term::unreadable_hand_ins& problem) {
    throw usage_error(problem.what());
  }
  return result;
}

} // namespace cudalab::grader
