// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Mutants that are right answers too, and why: solutions/labNN_topic/equivalent_mutants.txt.
///
///     lab04.cu, matmul_tiled_kernel
///     - const int phases = (J + TILE - 1) / TILE;
///     + const int phases = (J + TILE + 1) / TILE;
///     One more phase at the end loads zeros, which add nothing.
///
/// The first line names the file and the function (only the file, outside of functions). Several
/// pairs of - and + lines may share a reason. Blank lines stand between entries; lines that begin
/// with # are comments.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/course/mutation/mutants.h"

namespace cudalab::mutation {

using equivalents = std::map<mutant_name, std::string>; ///< with the reason

/// what() names the line.
struct equivalents_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @throws equivalents_error for an entry that is not as described above, or that comes twice
equivalents parse_equivalents(const std::string& text);

/// Of the solution's folder; empty when it has no such file. @throws equivalents_error
equivalents equivalents_of(const solution& one);

/// Mutants that are taken for known mistakes, and are those: named_mutants.txt, in the same form. A
/// reason begins with the mistakes' ids, with commas between them and a colon behind.
/// @throws equivalents_error
equivalents named_mutants_of(const solution& one);

/// Those of `named` that the reason does not begin with.
std::vector<std::string> false_names(const std::vector<std::string>& named,
                                     const std::string& reason);

/// Those that no mutant bears: the solution's text has changed under them.
std::vector<mutant_name> outdated(const equivalents& known, const std::vector<mutant>& mutants);

} // namespace cudalab::mutation
