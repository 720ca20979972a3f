// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a student's file may see: when it is compiled, and when its program runs.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/build/build_command.h"
#include "grader/run/sandbox/sandbox_view.h"

namespace cudalab::grader {

/// `start` and every file that it includes in quotes, and these in turn, as far as they lie in
/// `folder`. Others are passed over.
std::vector<std::filesystem::path> include_closure(const std::filesystem::path& start,
                                                   const std::filesystem::path& folder);

/// For the program: the student's file with the headers beside it, and what the lab gives to
/// students: labNN.h and its headers, labNN_baseline.cu, common/lab. Of a file in solutions/ its
/// whole folder: it is no student's.
sandbox_view program_view(const build_plan& plan, build_flavour kind);

/// For a compiler: that, the emulated device's headers, the compiler, the libraries; it writes in
/// `output` (none: empty).
sandbox_view compile_view(const build_plan& plan, build_flavour kind,
                          const std::filesystem::path& output);

} // namespace cudalab::grader
