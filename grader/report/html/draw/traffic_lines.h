// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The source lines of a traffic check's case, as docs/formats.md has them, ready to draw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/draw/request.h"
#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

struct traffic_line {
  std::string file, place; ///< "/path/lab03.cu", "lab03.cu:57"
  std::string space, operation;
  std::string kernel; ///< with the line of its launch
  int number = 0;
  bool global = true;
  std::uint64_t requests = 0;
  double each = 0;          ///< of a request on average: sectors, or of shared memory passes
  double least = 0;         ///< the same if the bytes lay side by side, or without conflicts
  double lanes = 0;         ///< of a request
  std::uint64_t degree = 1; ///< worst_conflict
  const nlohmann::json* from = nullptr;

  /// Sectors or passes too many, in all.
  double waste() const { return (each - least) * static_cast<double>(requests); }
  /// A tenth is edges that do not fit.
  bool wasteful() const { return each > 1.1 * least + 0.05; }
  static std::size_t first_lane(const warp_example& of);
};

/// Of one element of `cases`: by kernel and line. What is no such line is left out.
std::vector<traffic_line> traffic_lines(const nlohmann::json& one_case);

/// What one request of each line takes, with the caption; of `lines` (at least one) the first few.
markup draw_traffic_bars(const std::vector<traffic_line>& lines, const std::string& id);

} // namespace cudalab::grader::html
