// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs a compiler on a file that nobody has vouched for: with limits, and with a certain end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace cudalab::grader {

struct compiler_run {
  bool started = false;   ///< false: there is no such program
  bool timed_out = false; ///< it was stopped with everything that it had started
  int status = -1;        ///< exit status; 128 + signal when a signal ended it
  std::string output;     ///< standard output and error, the first megabyte
  double seconds = 0;
};

/// Its standard input is empty and its messages are in English.
compiler_run run_compiler(const std::vector<std::string>& command, std::chrono::seconds limit);

} // namespace cudalab::grader
