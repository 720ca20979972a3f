// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Grades mutants on the CPU backend, several at once.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <vector>

#include "grader/course/mutation/results.h"

namespace cudalab::mutation {

struct grading_settings {
  std::filesystem::path grader;
  /// A quicker one with some of its checks; empty: none. Mutants that fail there are not graded by
  /// the other one, and those checks are not their only enemies then.
  std::filesystem::path first_grader;
  /// Those of its checks that wrong variants of the changed function fail are asked before all of
  /// them: their exercises alone. What goes wrong in others is not seen then.
  bool likely_checks_first = false;
  std::filesystem::path scratch;   ///< a folder
  unsigned jobs = 1;               ///< gradings at once, each on a processor of its own
  std::chrono::seconds limit{120}; ///< for one grading
  std::chrono::seconds total{0};   ///< none is begun later than this after the start; 0: any time
};

struct task {
  const solution* of = nullptr;
  const mutant* what = nullptr;
};

/// Grading itself went wrong: the unchanged solution does not pass, or the tool left no verdict.
struct grading_trouble : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A mutant means nothing where the solution itself fails. @throws grading_trouble
void require_pass(const solution& one, const grading_settings& settings);

/// The correctness checks that wrong variants fail whose difference is in this function.
std::vector<std::string> likely_checks(const solution& of, const std::string& function);

/// @param report is called for each result, by one thread at a time
/// @return how many were graded: fewer than all only after settings.total
/// @throws grading_trouble
std::size_t grade_mutants(const std::vector<task>& tasks, const grading_settings& settings,
                          const std::function<void(const result&)>& report);

} // namespace cudalab::mutation
