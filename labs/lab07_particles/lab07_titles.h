// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the arrays of `count` particles hold, one particle a row: for `lab run`; and, where only
/// some blocks run, that nobody looks at it.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/test_case.h"

namespace cudalab::lab07 {

inline std::string vbo_title(std::size_t count) {
  return fmt::format(
      "{} positions (x, y, z as lengths; 1), then {} colours (red, green, blue from 0 to 1; 0)",
      count, count);
}
inline constexpr const char* state_title =
    "age in steps, then velocity in x, y and z, as length a step";

/// Of an array of which nothing is compared, as only some blocks run.
/// @param rows of 4 floats
inline void leave_unjudged(grader::test_case& one, const std::string& output, std::size_t rows) {
  one.expect(output, [rows] {
    grader::expectation wanted{std::vector<double>(4 * rows),
                               std::numeric_limits<double>::infinity(),
                               0,
                               {rows, 4, 0, 0},
                               {}};
    wanted.in_part = true;
    return wanted;
  });
}

} // namespace cudalab::lab07
