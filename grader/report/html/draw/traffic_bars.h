// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A bar for each source line that touches memory.
#pragma once

#include <string>
#include <vector>

#include "grader/report/html/draw/traffic_lines.h"
#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// What one request of each line takes, with the caption; of `lines` (at least one) the first few.
markup draw_traffic_bars(const std::vector<traffic_line>& lines, const std::string& id);

} // namespace cudalab::grader::html
