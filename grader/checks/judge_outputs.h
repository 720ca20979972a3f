// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one case's outputs say.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/compare/patterns.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// A wrong output of a case.
struct output_fault {
  std::string output; ///< "d_P"
  pattern what;       ///< a known mistake, the first that fits; else by place or by value
  comparison result;
  /// The known mistakes that fit, and what to say when none is the cause.
  std::vector<pattern> mistakes;
  pattern otherwise;
};

/// The first output of the case that is wrong, or nothing. If what was done to it is not known, and
/// of a later output it is, that one. An output that is missing or has the
/// wrong size counts as not written.
/// `first`: see known_mistakes().
std::optional<output_fault> judge_outputs(const test_case& one,
                                          const std::map<std::string, std::vector<std::byte>>& got,
                                          const std::set<std::string>& first = {});

/// "only values beyond the end ...": fences that a call damaged, in words; empty when there is
/// none.
std::string fence_words(const std::vector<std::string>& damaged);

} // namespace cudalab::grader
