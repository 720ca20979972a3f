// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Clouds of points, for the report: `"kind": "frames"` of docs/grade.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/lab.h"

namespace cudalab::grader {

inline constexpr std::size_t most_points = 250;    ///< of a frame: evenly chosen of more
inline constexpr std::size_t most_misplaced = 100; ///< of a frame, shown with their right places

/// A frame a case: where its points are at the end. The first half of the output holds positions
/// of four numbers, of which the first two are shown; its other half is not looked at.
/// @throws std::logic_error when a case lacks the output
nlohmann::json frame_data(const std::string& title, const std::vector<const finished_case*>& cases,
                          const std::string& output);

} // namespace cudalab::grader
