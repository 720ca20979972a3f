// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What g++, clang and nvcc say, as places and messages.
#pragma once

#include <string>
#include <vector>

#include "grader/build/builder.h"

namespace cudalab::grader {

/// Lines "file:line:column: error: ..." (g++, clang) and "file(line): error: ..." (nvcc). A line
/// "...: note: remedy: ..." is the remedy of the one before it. Other lines are passed over.
std::vector<diagnostic> parse_diagnostics(const std::string& log);

/// Functions that the linker could not find, as C++ writes them, each once.
std::vector<std::string> parse_missing_functions(const std::string& log);

} // namespace cudalab::grader
