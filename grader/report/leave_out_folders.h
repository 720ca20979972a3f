// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grade goes to students and to other systems: where the grading machine keeps its files is no
/// part of it.
#pragma once

#include <filesystem>
#include <string>

#include "grader/result.h"

namespace cudalab::grader {

/// What paths in a grade are told from. Absolute.
struct grading_folders {
  std::filesystem::path submission; ///< the folder of the graded file
  std::filesystem::path course;     ///< "labs" and "common" are in it
};

/// "lab04.cu" of a file in the submission's folder, "common/lab/function.h" of one of the course,
/// the last part alone of any other absolute path. A relative path stays as it is.
std::string file_without_folders(const std::string& file, const grading_folders& known);

/// The same wherever such a path stands in a text: in a command, in a compiler's message. Paths in
/// /dev and /proc stay: each machine has them.
std::string text_without_folders(const std::string& text, const grading_folders& known);

/// All names of files and all texts of `result`. Quoted lines of source stay as their author wrote
/// them.
void leave_out_folders(grade& result, const grading_folders& known);

} // namespace cudalab::grader
