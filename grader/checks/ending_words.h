// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A call that did not end well, in words.
#pragma once

#include <string>

#include "grader/run/case_runner.h"

namespace cudalab::grader {

struct ending_words {
  std::string message; ///< "the program crashed: SIGSEGV (invalid memory access)"
  std::string next;
};

/// For every ending but `done`. `function` is the called one.
ending_words words_for(const case_outcome& outcome, const std::string& function,
                       const run_limits& allowed);

/// What to look at after a CUDA call failed. @param outcome of a call that ended with a CUDA error,
/// or with an exception @param otherwise for an error that has many causes
std::string after_cuda_error(const case_outcome& outcome, const std::string& otherwise);

/// True when the call was answered, well or with an error: that is a result. False when the program
/// was stopped or stopped itself, so that its result is not known.
bool answered(ending how);

/// The last lines of what the student's code printed, at most `lines`; empty when it printed none.
std::string tail_of(const std::string& printed, std::size_t lines = 5);

/// Of printed lines: names of files without their folders, and lines that come again once.
std::string as_told(const std::string& printed);

} // namespace cudalab::grader
