// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The tool as a person runs it, for the tests of `view`.
#pragma once

#include <string>

namespace cudalab::grader {

struct ended {
  int code = -1;
  std::string said; ///< standard output and error

  bool says(const std::string& part) const { return said.find(part) != std::string::npos; }
};

/// A command of bash. `"$grader"` is the tool, `$lab07` the folder of lab 07's solutions.
ended run_in_bash(const std::string& command);

/// `grader view lab07 --backend cpu ...`
ended view(const std::string& arguments);

/// Prints that a test is "not tried", which ctest takes for skipped.
void not_tried(const std::string& why);

/// True where pictures can be drawn without a window; otherwise the test is not tried.
bool can_draw();

} // namespace cudalab::grader
