// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/student_progress.h"

#include <filesystem>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/lab_files.h"
#include "grader/files/read_text.h"
#include "grader/lab_modules.h"
#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

lab_state state_of(const lab_description& one, const lab_row& row) {
  std::error_code ignored;
  if (!std::filesystem::exists(student_file(one), ignored))
    return lab_state::no_file;
  if (row.best && row.best->passed())
    return lab_state::passed;
  return content_of(student_file(one)) == starter_text(one) ? lab_state::not_started
                                                            : lab_state::in_progress;
}

} // namespace

std::vector<lab_row> student_rows(const progress_file& progress) {
  std::vector<std::string> not_here; // told by command_list()
  const auto& labs = load_labs(not_here);
  std::vector<lab_row> rows = rows_of(labs);
  for (lab_row& row : rows) {
    row.last = progress.last(row.name);
    row.best = progress.best(row.name);
    row.solution_seen = progress.solution_seen(row.name);
    row.state = state_of(labs.at(row.name), row);
  }
  return rows;
}

void tell_complaint(const progress_file& progress) {
  if (!progress.complaint().empty())
    fmt::print(stderr, "{}", wrap(progress.complaint(), style_for(STDERR_FILENO).width, "Note: "));
}

} // namespace cudalab::grader
