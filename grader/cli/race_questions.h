// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A race on shared memory is a question first, in exercises whose point is where barriers belong:
/// who was told where the barrier goes has learned to copy a line. What to do is told when a
/// changed file still has the race, or by the next hint. For a student's own file only.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "grader/cli/progress_file.h"
#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// "Mds is read too early": the same race in a file whose lines have moved.
using race_name = std::string;

class race_questions {
public:
  /// @param before what was asked in earlier gradings
  /// @param file_sha256 of the file that is graded
  race_questions(const lab_description& one, const progress_file& before, std::string file_sha256);

  /// Puts a question in the place of each remedy that is not due yet: in the findings, and in what
  /// comes next. A check that was given before is changed in the same way.
  void reword(check_result& check);

  /// What to do with a question, in a sentence or two; empty: none was asked in the first exercise
  /// that is not done.
  std::string note(const grade& result) const;

  /// Writes into `progress`, unsaved, what was asked and what was told. The answer about a race
  /// that the graded exercises do not have any more is not owed.
  void remember(const grade& result, progress_file& progress) const;

private:
  bool is_due(int exercise, const race_name& race) const;

  const lab_description& lab_;
  std::string file_;
  std::map<int, asked_races> before_;                         ///< by exercise
  std::map<std::pair<int, race_name>, asked_race> seen_ = {}; ///< in this grading
};

/// The answers that are still owed to an exercise, as a text; they are told then. Empty: none.
std::string tell_answers(const lab_description& one, int exercise, progress_file& progress);

} // namespace cudalab::grader
