// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// After a grading: for which exercise a student wants a hint.
#pragma once

#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// The first exercise with a check that did not pass; 0: all did, or the file did not even compile.
int first_open(const grade& result);

/// The same after a grading with --exercise: the first of these that did not pass. When all did,
/// the exercise after them is next, as long as hints begin at one of them (`before`; 0: it is not
/// known where), and none when the whole lab has passed before.
int open_after_part(const grade& result, const lab& whole, int before, bool whole_passed);

} // namespace cudalab::grader
