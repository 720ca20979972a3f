// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The variants of a lab's solution: solutions/labNN_topic/variants.md, Markdown for people, has
/// them one after the other.
///
///     ## Wrong
///
///     ### second_barrier_missing
///     A fast thread loads the next tile while a slow one still uses this one.
///     - fails: clean.static (race) on both: "while its neighbour still reads it"
///     - in matmul_tiled_kernel: `__syncthreads(); for` becomes `for`
///
/// The list is what a grading must find (promise.h); variants below `## Right` have none and must
/// pass. The difference (difference.h), a block or lines `- in`, is from the reference, or, after a
/// line `- from: name`, from another variant. A ```cpp block in its place is the whole file, for
/// one that shares nothing with the reference. What stands above the first of these headings is for
/// people only.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "grader/reference/difference.h"
#include "grader/reference/promise.h"
#include "grader/reference/solution.h"

namespace cudalab::reference {

struct variant {
  std::string name;
  bool right = false;
  int line = 0;      ///< of its heading
  std::string story; ///< what it does, on one line
  promise head;      ///< of a wrong one
  std::string from;  ///< another variant; empty: the reference
  std::vector<hunk> difference;
  std::string whole; ///< the file's text in place of a difference; empty: none
};

/// What() names the file, the line and the variant.
struct variants_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @throws variants_error
std::vector<variant> parse_variants(const std::string& text);

/// Of the solution's folder; none when it has no variants.md. @throws variants_error
std::vector<variant> variants_of(const solution& reference);

/// @return nullptr when there is none of that name
const variant* find_variant(const std::vector<variant>& all, const std::string& name);

/// The reference as the variant has it. @throws variants_error when its difference does not fit
solution with_variant(const solution& reference, const std::vector<variant>& all,
                      const variant& one);

} // namespace cudalab::reference
