// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How far a right float result may be from the exact one.
#pragma once

#include <cstddef>

namespace cudalab::grader {

/// Bound for the rounding error of a sum of `length` float terms, each at most `magnitude` in
/// absolute value, added in any order: 4 * u * length^1.5 * magnitude with u = 2^-24.
///
/// Each of the `length` additions rounds a partial sum of at most length * magnitude with a
/// relative error of at most u. Rounding errors have both signs, so that they add up like a random
/// walk: sqrt(length) times one of them, not length times (Higham and Mary, 2019). The factor 4
/// makes an error beyond the bound less likely than 1 in 10,000 even for terms of one sign at
/// their largest; for random terms of both signs true errors are far below it. A term that is
/// missing or read from the wrong place is above it up to lengths of several thousand.
double sum_tolerance(std::size_t length, double magnitude);

/// The same for terms of random signs, where partial sums stay near sqrt(length) * magnitude:
/// 8 * u * length * magnitude. Tight: a reason to look closer, not to fail.
double random_sum_tolerance(std::size_t length, double magnitude);

} // namespace cudalab::grader
