// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Several variants in one file. A variant changes one exercise, as a rule, and the checks of an
/// exercise look at its functions only. So variants of different exercises are put together, built
/// and graded once. That costs a third of grading each alone, and there are some 600 of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "grader/reference/variants.h"

namespace cudalab::course {

/// A solution's text from one heading "// ---- ..." to the next.
struct solution_section {
  std::string heading;     ///< its line; empty: what stands above the first heading
  std::set<int> exercises; ///< that it solves; empty: what all of them may use
  std::string text;        ///< with the heading
};

/// Headings that name exercises: "// ---- Exercise 2: ...", "// ---- Exercises 1 and 2: ...",
/// "// ---- 2. ...".
std::vector<solution_section> sections_of(const std::string& text);

/// A variant, and where it differs from the reference.
struct member {
  const reference::variant* which;
  reference::solution changed;
  std::set<int> exercises; ///< whose sections differ; empty: something else differs as well
};

/// @throws reference::variants_error when a difference does not fit
member member_of(const reference::solution& original, const std::vector<reference::variant>& all,
                 const reference::variant& which);

/// Variants that are graded together.
struct group {
  reference::solution together;
  std::vector<member> members;
};

/// Whether what is wrong in one exercise shows in the checks of the other.
using linked = std::function<bool(int exercise, int other)>;

/// Each member goes to the first group where nobody else changes its exercises, or one that is
/// linked with them. One without exercises gets a group of its own.
std::vector<group> group_variants(const std::vector<member>& members, const linked& are_linked);

} // namespace cudalab::course
