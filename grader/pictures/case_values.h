// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The numbers of a case that has been run, for its picture.
#pragma once

#include <string>
#include <vector>

#include "grader/compare/compare.h"
#include "grader/lab.h"

namespace cudalab::grader {

/// An output with what it should hold. `got` and `cells` are empty when the call did not come to
/// its end.
struct seen_output {
  const expectation* wanted = nullptr;
  std::vector<double> got; ///< may hold NaN and Inf
  std::vector<cell> cells;
};

/// @throws std::logic_error when the case has no such output
seen_output output_of(const finished_case& of, const std::string& name);

/// @throws std::logic_error when the case has no such input
std::vector<double> input_of(const finished_case& of, const std::string& name);

/// The value of a scalar argument. @throws std::logic_error when there is none
double scalar_of(const test_case& one, const std::string& name);

/// Of the cases for which `fits` is true: the first wrong one, or the first; null when there is
/// none.
const finished_case* telling_case(const std::vector<finished_case>& cases,
                                  const std::function<bool(const test_case&)>& fits);

} // namespace cudalab::grader
