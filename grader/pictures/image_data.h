// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A picture before and after a call, for the report: `"kind": "image"` of docs/grade.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "grader/lab.h"

namespace cudalab::grader {

inline constexpr std::size_t most_pixels = 10'000; ///< that a report shows of one picture

/// The input `before` and the output `after` as grey values, with the blocks of the output's shape.
/// Black is 0, white the largest value of input and right output.
/// @throws std::logic_error when the case lacks one, or they are no pictures of one size
nlohmann::json image_data(const finished_case& of, const std::string& before,
                          const std::string& after);

/// Grey values in rows of two hexadecimal digits a pixel. Not a number is black.
nlohmann::json grey_rows(const std::vector<double>& pixels, std::size_t columns, double white);

} // namespace cudalab::grader
