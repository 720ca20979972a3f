// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which sizes the cases of a lab must have, and what the lab says of its functions' sizes. Sizes
/// are drawn in grader/cases/sizes.h, the table of who covers what is made in
/// grader/cases/size_table.h.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/test_case.h"

namespace cudalab::grader {

/// What is special about a size, or about a call: each has let a wrong program pass somewhere.
enum class size_class {
  one,
  odd, ///< and more than one
  prime,
  whole_block,    ///< a multiple of a likely side of a block or tile
  below_block,    ///< one less than a multiple of it
  above_block,    ///< one more
  not_by_four,    ///< even, and no multiple of 4: 16 bytes do not divide its rows
  above_16_bits,  ///< more than 65,536
  further_round,  ///< more than a grid does in one round
  above_24_bits,  ///< a result that no float holds
  odd_block_side, ///< a side of a block that is no power of two
  other_content,  ///< the function was called before, with other numbers in the same arrays
  second_call,    ///< it is called again while nobody has waited for the call before
  after_larger,   ///< a smaller call after a larger one
};

std::string name_of(size_class what);
const std::vector<size_class>& all_size_classes();

/// A number of a call: how wide, how high, how many.
struct call_length {
  std::string name;
  std::function<std::optional<std::size_t>(const test_case&)> of; ///< nothing: has none
};

/// The int parameter of this name.
call_length length_named(const std::string& parameter);

/// The classes that make no sense for an exercise, or cost too much, and why.
struct size_exception {
  std::string reason;
  std::vector<size_class> classes;
  std::string length = {}; ///< of this length only; empty: of the function
};

/// What the cases of one exercise's functions must cover: all classes but for `without`.
struct size_coverage {
  std::vector<std::string> functions;
  std::vector<call_length> lengths = {};
  /// Likely sides of blocks and tiles, for each length: whole_block, below_block and above_block of
  /// each.
  std::vector<std::size_t> sides = {};
  /// Sides of the blocks that a call asks for.
  std::vector<call_length> block_sides = {};
  /// In how many rounds a grid does this call at least.
  std::function<double(const test_case&)> rounds = {};
  std::vector<size_exception> without = {};
};

} // namespace cudalab::grader
