// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A wrong output as data: figures, the first differences, and a small map of it (docs/grade.md).
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/compare/compare.h"

namespace cudalab::grader {

/// "row 3, column 4: expected 1, got 2"
std::string difference_words(const difference& one, const expectation& wanted);

/// `right`, `wrong`, `unwritten`, `largest_error`, `differences`, and `map` where there is more
/// than one element.
nlohmann::json difference_data(const comparison& result, const expectation& wanted);

/// At most 64 x 64 cells, each the worst of the elements that it stands for: wrong before unwritten
/// before right before unchecked. An output of one row is folded into lines of 32 or 64 cells.
/// Null for a single element and for a structure.
nlohmann::json cell_map(const comparison& result, const grid_shape& shape);

} // namespace cudalab::grader
