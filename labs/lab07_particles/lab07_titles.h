// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the arrays of `count` particles hold, one particle a row: for `lab run`.
#pragma once

#include <cstddef>
#include <string>

#include <fmt/format.h>

namespace cudalab::lab07 {

inline std::string vbo_title(std::size_t count) {
  return fmt::format(
      "{} positions (x, y, z as lengths; 1), then {} colours (red, green, blue from 0 to 1; 0)",
      count, count);
}
inline constexpr const char* state_title =
    "age in steps, then velocity in x, y and z, as length a step";

} // namespace cudalab::lab07
