// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which known mistake is behind the wrong results of a check's cases. A false name sends a student
/// looking in the wrong place, so in doubt there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "grader/compare/compare.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// An output of a case that is wrong.
struct spoilt_output {
  std::string name; ///< "d_P"
  std::vector<double> got;
  comparison result;
};

/// What is known of one case. Neither right nor anything wrong: it crashed, or wrote nothing, and
/// says nothing of mistakes.
struct case_evidence {
  const test_case* one = nullptr;
  bool right = false;
  std::vector<spoilt_output> wrong;
  /// How many threads the blocks of its first launches have; none: that is not known.
  std::vector<std::uint64_t> block_threads = {};
};

/// A mistake that is named, as the case's own numbers say it, and in which output it is seen.
struct named_mistake {
  const misconception* what = nullptr; ///< null: none
  std::size_t output = 0;              ///< in case_evidence::wrong
  /// Where none is named: the id of the one that other cases of the function name and that does not
  /// speak against this case; "": none.
  std::string likely = {};
};

/// Asks each known mistake of a function of each of its cases. One is named where it agrees with
/// every wrong output of every failed case that knows more than vague ones, would have spoilt no
/// case that is right, and explains more than every other one that does so. Two that explain as
/// much: neither. Where there is none, a case may have a vague one, which says what its result is
/// like.
/// @return one a case; into `cases`, which must outlive it
std::vector<named_mistake> name_mistakes(const std::vector<case_evidence>& cases);

} // namespace cudalab::grader
