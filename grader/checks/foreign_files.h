// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Findings and compiler messages name files, and reports show lines of them. The names come from a
/// student's program, or from a \#line in it: a file that its author may not read must not be
/// shown.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// Leaves only the last part of a file's name wherever it is not the submission itself, a header
/// beside it, or a file of the course that is handed out. (Where a solution is graded: any
/// solution.)
void hide_foreign_files(std::vector<check_result>& checks, const std::filesystem::path& submission);

} // namespace cudalab::grader
