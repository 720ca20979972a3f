// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/class_tools/stored_grades.h"

#include <fmt/format.h>

#include "grader/cli/lab_files.h"
#include "grader/cli/usage_error.h"
#include "grader/report/grade_document.h"
#include "grader/report/read_grade.h"
#include "grader/term/gradebook.h"
#include "grader/term/results_folder.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The points of the gradebook's checks, which are the course's.
void count_as_the_course(const term::grade_row& row, grade& result) {
  for (check_result& each : result.checks)
    for (const term::check_row& counted : row.checks)
      if (counted.id == each.id && each.status != check_status::skipped &&
          counted.max_points != each.max_points) {
        each.max_points = counted.max_points;
        each.bonus = false;
      }
  settle(result);
}

stored_grade from_row(const fs::path& root, const term::grade_row& row) {
  stored_grade one;
  one.lab = row.lab;
  one.owner = row.owner;
  one.name = row.name;
  one.points = row.points;
  one.max_points = row.max_points;
  one.remains = row.remains;
  one.late_seconds = row.late_seconds;
  one.handed_in = row.handed_in;
  one.commit = row.commit;
  for (const term::check_row& each : row.checks)
    if (each.hidden)
      one.hidden.insert(each.id);
  const term::results_folder folder(root, row.lab);
  const fs::path file = folder.result_of(row.owner);
  try {
    const json stored = term::read_document(file, term::result_schema);
    one.document = read_grade_document(stored.at("grade").dump());
    one.graded_at = stored.value("graded_at", "");
    one.tools = stored.value("tools", "");
    one.machine = stored.value("machine", "");
    one.result = read_grade(one.document);
  } catch (const std::exception& problem) {
    throw usage_error(fmt::format("{} is a damaged grade ({}). Remove it, and 'batch' writes it "
                                  "again.",
                                  file.string(), problem.what()));
  }
  count_as_the_course(row, one.result);
  return one;
}

} // namespace

std::string typed_lab(const options& given) {
  return given.lab.empty() ? "" : find_lab(given.lab).name;
}

void check_grades_folder(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    throw usage_error(fmt::format("there is no folder {}. 'batch' makes one.", folder));
}

stored_grades::stored_grades(const options& given)
    : root_((check_grades_folder(given.grades), given.grades)), lab_(typed_lab(given)),
      rows_(root_) {}

bool stored_grades::next(stored_grade& one) {
  for (term::grade_row row; rows_.next(row);) {
    if (row.state != "graded" || (!lab_.empty() && row.lab != lab_) ||
        row.student != row.students.front()) // the next student of a group
      continue;
    one = from_row(root_, row);
    one.students = row.students;
    return any_ = true;
  }
  if (!any_)
    throw usage_error(fmt::format("{} holds no grade{}{}. 'batch' writes them.", root_.string(),
                                  lab_.empty() ? "" : " of ", lab_));
  return false;
}

void for_each_stored_grade(const options& given,
                           const std::function<void(const stored_grade&)>& take) {
  stored_grades all(given);
  for (stored_grade one; all.next(one);)
    take(one);
}

} // namespace cudalab::grader
