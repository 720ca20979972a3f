// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one case's outputs say.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "grader/compare/patterns.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// A wrong output of a case.
struct output_fault {
  std::string output; ///< "d_P"
  pattern what;       ///< by place or by value
  std::vector<double> got;
  comparison result;
};

/// The outputs of the case that are wrong, up to one in which nothing was written. An output that
/// is missing or has the wrong size counts as not written.
/// @param read_unwritten a kernel read what nobody wrote; then no element is sure not to be written
std::vector<output_fault> judge_outputs(const test_case& one,
                                        const std::map<std::string, std::vector<std::byte>>& got,
                                        bool read_unwritten = false);

/// "only values beyond the end ...": fences that a call damaged, in words; empty when there is
/// none.
std::string fence_words(const test_case& one, const std::vector<std::string>& damaged);
/// All of them are inputs: they hold something else, or what is beside them does.
bool are_inputs(const test_case& one, const std::vector<std::string>& damaged);

} // namespace cudalab::grader
