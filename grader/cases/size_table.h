// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The table of a lab: which of its cases has which kind of size.
#pragma once

#include <string>
#include <vector>

#include "grader/size_classes.h"

namespace cudalab::grader {

/// One line of the table.
struct size_row {
  std::string function, what; ///< "sum_tree", "n: just below a block of 32"
  std::string covered_by;     ///< the first such case; empty: none
  std::string reason;         ///< why there is none
  /// Neither missing, nor excused and there all the same.
  bool is_complete() const { return covered_by.empty() != reason.empty(); }
};

/// @param cases of the lab, in the order in which they run
std::vector<size_row> size_table(const std::vector<size_coverage>& coverage,
                                 const std::vector<const test_case*>& cases);

/// The table as lines to be printed.
std::string in_words(const std::vector<size_row>& table);

} // namespace cudalab::grader
