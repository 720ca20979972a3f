// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What main() of each tool does around its commands.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cudalab::grader {

/// Runs `work` with the arguments, says on standard error what it throws, and gives the exit code.
int run_tool(int argc, char** argv, const std::function<int(std::vector<std::string>)>& work);

} // namespace cudalab::grader
