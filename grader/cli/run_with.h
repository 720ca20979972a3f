// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// `run LAB --with TOOL`: the student's program for a debugger or a profiler.
#pragma once

#include <filesystem>

#include "grader/cli/options.h"
#include "grader/lab.h"

namespace cudalab::grader {

/// Builds the program as the tool needs it, puts it and the lab's small calls where a person finds
/// them (build/debug), and prints what to type. Starts no tool.
/// @return 0; 1 when the file does not compile; 2 when the tool or a GPU is missing: the lines are
/// printed all the same
/// @throws usage_error for an unknown tool
int run_with(const lab_description& one, const std::filesystem::path& file, const options& given);

} // namespace cudalab::grader
