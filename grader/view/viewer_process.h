// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The program of `view`, run to its end: it may open a window and talks to the person itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cudalab::grader {

/// Runs it with the tool's own environment and current folder; what it prints goes to standard
/// error. It ends with the tool, with everything that it started.
/// @param partial a file that it may be in the middle of: removed afterwards, also after Ctrl-C
/// @return the wait status, as waitpid() gives it. @throws std::system_error
int run_viewer(const std::vector<std::string>& command, const std::filesystem::path& partial);

} // namespace cudalab::grader
