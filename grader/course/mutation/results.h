// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What became of each mutant: a file of JSON lines, which a run adds to as it goes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/course/mutation/mutants.h"

namespace cudalab::mutation {

enum class outcome {
  invalid,     ///< no compiler takes it
  caught,      ///< a check failed
  out_of_time, ///< the grading did not come to its end: caught, too
  survived     ///< all checks passed
};

struct result {
  std::string lab;
  mutant_name name;
  int nth = 0, line = 0; ///< as in mutant
  std::string operator_name;
  outcome how = outcome::survived;
  std::vector<std::string> checks; ///< those that failed by themselves
  std::vector<std::string> named;  ///< known mistakes that it was taken for
  double seconds = 0;              ///< of the grading

  bool is_of(const std::string& its_lab, const mutant& one) const;
};

std::string to_json_line(const result& one);
/// @throws std::runtime_error for a text that to_json_line() did not write
result from_json_line(const std::string& line);

/// Empty when there is no such file. A last line that was cut off is left out.
std::vector<result> read_results(const std::filesystem::path& file);

} // namespace cudalab::mutation
