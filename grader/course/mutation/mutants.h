// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// All mutants of a solution: copies with one small change each.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "grader/course/mutation/operators.h"

namespace cudalab::mutation {

using reference::solution;

/// What a mutant is called wherever it is spoken of. It names no line number, so that it lives as
/// long as the line that it changes.
struct mutant_name {
  std::string file, function; ///< function "" outside of any
  std::string before,
      after; ///< the changed line, or lines, without comments and with single spaces

  auto parts() const { return std::tie(file, function, before, after); }
  bool operator<(const mutant_name& other) const { return parts() < other.parts(); }
};

struct mutant {
  mutant_name name;
  int line = 0; ///< of the file, from 1
  int nth = 0;  ///< among the mutants of the same name: a function may hold a line twice
  edit change;
};

/// In the order of the files and places. Two changes that make the same text are one mutant.
std::vector<mutant> mutants_of(const std::string& file, const std::string& text);
std::vector<mutant> mutants_of(const solution& one);

/// The solution with the change made.
solution with_mutant(solution one, const mutant& changed);

} // namespace cudalab::mutation
