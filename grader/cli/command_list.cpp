// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/student_progress.h"
#include "grader/lab_modules.h"
#include "grader/printable.h"

namespace cudalab::grader {

int command_list(const options& given) {
  const progress_file progress = own_progress();
  const std::vector<lab_row> rows = student_rows(progress);
  if (given.as_json)
    fmt::print("{}\n", list_json(rows).dump(2));
  else
    fmt::print("{}", list_text(rows, style_for(STDOUT_FILENO)));
  std::vector<std::string> problems;
  load_labs(problems);
  for (const std::string& each : problems)
    fmt::print(stderr, "Note: {}.\n", printable(each));
  tell_complaint(progress);
  return 0;
}

} // namespace cudalab::grader
