// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Two gradings of one hand-in: what differs.
#pragma once

#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// A check that ended otherwise, or that only one of the two has.
struct changed_check {
  std::string id, title;
  std::string before, after; ///< "fail, 0 of 15"; "not there"
  std::string reason;        ///< what the grading says in which it did not pass; may be empty
};

struct grade_difference {
  std::vector<changed_check> checks;
  std::vector<std::string> other_words;  ///< ids of checks that end the same and say something else
  std::vector<std::string> surroundings; ///< "seed: 42 before, 7 now"
  bool same_points = true, same_verdict = true;

  bool reproduced() const { return checks.empty() && same_points && same_verdict; }
};

/// What hangs on times only is not compared: the words of speed checks.
grade_difference compare_grades(const grade& before, const grade& after);

} // namespace cudalab::grader
