// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs a compiler on a file that nobody has vouched for: with limits, in the sandbox, and with a
/// certain end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "grader/run/sandbox/sandbox_view.h"

namespace cudalab::grader {

struct compiler_run {
  bool started = false;       ///< false: there is no such program, or no sandbox for it
  bool timed_out = false;     ///< it was stopped with everything that it had started
  bool out_of_memory = false; ///< likewise
  int status = -1;            ///< exit status; 128 + signal when a signal ended it
  std::string output;         ///< standard output and error, the first megabyte
  double seconds = 0;
};

/// Memory that a compiler may use, with all processes that it starts.
inline constexpr std::size_t compiler_memory = std::size_t{3} << 30;

/// Bytes of the largest file that it may write.
inline constexpr std::size_t largest_compiled_file = std::size_t{512} << 20;

/// Its standard input is empty and its messages are in English. `view`: what it sees; null for what
/// no student wrote: no sandbox then. @throws std::system_error
compiler_run run_compiler(const std::vector<std::string>& command, std::chrono::seconds limit,
                          const sandbox_view* view = nullptr);

} // namespace cudalab::grader
