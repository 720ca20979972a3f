// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/tolerance.h"

#include <cmath>

namespace cudalab::grader {

namespace {
constexpr double unit_roundoff = 0x1p-24; // of float, round to nearest
}

double sum_tolerance(std::size_t length, double magnitude) {
  const auto n = static_cast<double>(length);
  return 4 * unit_roundoff * n * std::sqrt(n) * magnitude;
}

double random_sum_tolerance(std::size_t length, double magnitude) {
  return 8 * unit_roundoff * static_cast<double>(length) * magnitude;
}

} // namespace cudalab::grader
