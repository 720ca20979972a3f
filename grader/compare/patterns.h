// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Ways in which a result can be wrong, each recognised by one small function. Each gives a
/// sentence for a student, or nothing when the result is not of this kind.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/compare/compare.h"
#include "grader/test_case.h"

namespace cudalab::grader {

/// A wrong output as the patterns look at it.
struct wrong_output {
  const std::string& name; ///< "d_P"
  const std::vector<double>& got;
  const comparison& result;
  const expectation& wanted;
};

/// What was recognised.
struct pattern {
  std::string id;      ///< for machines: "unwritten_tail"
  std::string message; ///< one or two sentences
  std::string next;    ///< what to look at
};

/// Of a pattern's id: it says where elements are wrong, or only that they are, and nothing of why.
bool says_only_where(const std::string& id);

/// "nothing was written to d_P (256 elements)": the message of nothing_written().
std::string words_for_unwritten(const std::string& output, std::size_t elements);
/// What is said instead where the output was written with what is no number.
std::string words_for_no_number(const std::string& output, std::size_t elements);

// patterns.cpp: by value.
std::optional<pattern> nothing_written(const wrong_output& seen);
std::optional<pattern> one_element_written(const wrong_output& seen);
std::optional<pattern> outside_read(const wrong_output& seen);
std::optional<pattern> all_zero(const wrong_output& seen);
std::optional<pattern> not_finite(const wrong_output& seen);
/// Every element is the same whole number of times (or such a part of) the right one.
std::optional<pattern> right_multiple(const wrong_output& seen);
/// A whole number above 2^24 that is off by what a float cannot hold.
std::optional<pattern> kept_in_float(const wrong_output& seen);
/// All wrong elements are one number times the right ones, and that number is near 1.
std::optional<pattern> wrong_by_one_factor(const wrong_output& seen);
/// Nearly right everywhere and right nearly nowhere: 16-bit sums, or too coarse an approximation.
std::optional<pattern> lost_digits(const wrong_output& seen);

// shape_patterns.cpp: by place.
std::optional<pattern> transposed(const wrong_output& seen);
std::optional<pattern> only_first_block_right(const wrong_output& seen);
std::optional<pattern> only_zeros_unwritten(const wrong_output& seen);
/// All elements whose right value is 0 are wrong, and no others.
std::optional<pattern> only_zeros_wrong(const wrong_output& seen);
/// Of each part of P that a block makes, the same rows (or columns) are bad, and no others.
std::optional<pattern> part_of_each_block(const wrong_output& seen);
/// Elements that lie beyond a row and beyond a column as well, and no others, were never written.
std::optional<pattern> unwritten_corner(const wrong_output& seen);
std::optional<pattern> unwritten_tail(const wrong_output& seen);
std::optional<pattern> only_edge_tiles_wrong(const wrong_output& seen);
std::optional<pattern> unwritten_cells(const wrong_output& seen);

// line_patterns.cpp: by place in an output of one row.
/// Whether an element is wrong depends on its index modulo a number.
std::optional<pattern> wrong_in_steps(const wrong_output& seen);
/// All between two indices are wrong, and no others.
std::optional<pattern> wrong_in_a_row(const wrong_output& seen);
/// In an output of any shape: nearly all from a row, or from a place in each row, to the end.
std::optional<pattern> wrong_at_the_end(const wrong_output& seen);

/// Where `first` is a power of two that an index of few bits, or a limited number of blocks, ends
/// at: a question about that, to stand before others. Else "".
std::string question_of_limits(std::size_t first);

} // namespace cudalab::grader
