// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one tool of compute-sanitizer wrote. The program that it watches can write to the folder of
/// logs as well.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::grader {

/// All logs of one tool: a case that ends its worker makes the next one start another.
struct tool_logs {
  std::string text;
  bool whole = false; ///< each came to its end
};

/// What is no plain file (a pipe that would be waited for, a link to somewhere else), or more than
/// any tool writes, is not read, and the logs are then not whole.
/// @throws std::filesystem::filesystem_error
tool_logs read_logs(const std::filesystem::path& folder, const std::string& tool);

} // namespace cudalab::grader
