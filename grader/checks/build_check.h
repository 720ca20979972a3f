// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The check that comes before all others: does the file become a program?
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/build/builder.h"
#include "grader/result.h"

namespace cudalab::grader {

/// Judges the builds of a submission, and clang's view of CUDA's rules when there is one.
/// `header`: the lab's labNN.h, for the declaration of a function that is missing.
check_result judge_build(const std::vector<const build_outcome*>& builds,
                         const build_outcome* rules, const std::filesystem::path& header);

/// A note on what nvcc says of a file that is graded without a GPU.
std::string nvcc_note(const build_outcome& outcome);

/// Where labNN.h declares a function, and the declaration as it stands there, without comments.
struct declaration {
  int line = 0;
  std::string text; ///< "void matmul_tiled(const float* d_M, ...);"
};
std::optional<declaration> find_declaration(const std::string& header, const std::string& function);

} // namespace cudalab::grader
