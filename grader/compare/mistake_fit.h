// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one known mistake (grader/test_case.h) says of one output.
#pragma once

#include <cstddef>

#include "grader/compare/patterns.h"

namespace cudalab::grader {

enum class answer {
  no,    ///< it did not make this output
  yes,   ///< it makes this output
  silent ///< it says nothing of this output, or the output proves nothing
};

struct mistake_fit {
  answer says = answer::silent;
  std::size_t explained = 0; ///< wrong elements
  std::size_t exact = 0;     ///< of these: those whose value it knows
};

/// Whether `mistake` agrees with every element of a wrong output. A few zeros agree with too much,
/// and a mistake that may put anything anywhere with everything: both prove nothing, nor does an
/// output in which nothing was written.
mistake_fit fit_of(const misconception& mistake, const wrong_output& seen);

/// Nothing was written, or it holds a few zeros.
bool proves_nothing(const wrong_output& seen);

/// Whether the mistake would have spoilt an output that is right.
bool would_show(const misconception& mistake, const expectation& right);

} // namespace cudalab::grader
