// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <fmt/format.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/give_hint.h"
#include "grader/cli/lab_files.h"
#include "grader/cli/student_progress.h"

namespace cudalab::grader {

int command_hint(const options& given) {
  progress_file progress = own_progress();
  fmt::print("{}", give_hint(find_lab(given.lab), given, style_for(STDOUT_FILENO), progress));
  progress.save();
  tell_complaint(progress);
  return 0;
}

} // namespace cudalab::grader
