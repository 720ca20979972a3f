// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The map of an output's cells as a drawing.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

struct cell_map_drawing {
  markup drawing;
  markup legend;     ///< what the fills mean; only those that occur
  std::string scale; ///< "Each cell is one element. Lines: blocks of 16 x 16."
};

/// Of a failed case of a correctness check, which has a `map` and `differences`: a cell's fill is
/// its state, lines are the blocks' edges, a ring is at the first difference. Colour is not the
/// only sign: wrong cells are hatched, unwritten ones dotted.
cell_map_drawing draw_cell_map(const nlohmann::json& failed_case, const std::string& id);

} // namespace cudalab::grader::html
