// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Errors of files that are written in a newer C++ than the one by which labs are compiled.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "grader/build/builder.h"

namespace cudalab::grader {

/// What of C++20 or C++23 makes an error: "'requires'", "<format>". Empty: it is nothing of that.
/// @param message of clang, g++ or nvcc @param line of the file that it is about
std::string newer_part(const std::string& message, const std::string& line);

/// Gives errors their remedy where such a part makes them.
/// @param text of the submission @param names by which messages may call it
void tell_newer_parts(std::vector<diagnostic>& diagnostics, const std::string& text,
                      const std::set<std::filesystem::path>& names);

} // namespace cudalab::grader
