// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A rectangle with a pattern.
#pragma once

#include <string>

#include <fmt/format.h>

#include "grader/report/html/svg.h"

namespace cudalab::grader::html {

/// @param fill of svg::hatch() or svg::dots()
inline void fill_box(svg& drawing, double x, double y, double width, double height,
                     const std::string& fill) {
  drawing.path_filled(
      fmt::format("M{:.2f} {:.2f}h{:.2f}v{:.2f}h{:.2f}z", x, y, width, height, -width), fill);
}

} // namespace cudalab::grader::html
