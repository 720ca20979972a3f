// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A sum of few numbers as a tree, for the report: `"kind": "tree"` of docs/grade.md.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "grader/lab.h"

namespace cudalab::grader {

inline constexpr std::size_t most_leaves = 32;

/// The numbers of the input in the tree that adds element i + distance to element i for distances
/// that halve, and the only number of the output.
/// @throws std::logic_error when the case lacks one, or the numbers are not a power of two and few
nlohmann::json tree_data(const finished_case& of, const std::string& input,
                         const std::string& output);

} // namespace cudalab::grader
