// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grade as text for a terminal.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/report/terminal.h"
#include "grader/result.h"

namespace cudalab::grader {

/// Points of an earlier grading.
struct earlier_points {
  double points = 0;
  double max_points = 0;
};

/// Writes a grading piece by piece, as it becomes known. All pieces together are the whole text.
class grade_text {
public:
  /// @param checks that there will be, without the build
  /// @param untouched exercises in which nothing was changed yet: below another mistake their
  /// checks are told in a line
  grade_text(const style& how, std::size_t checks, std::set<int> untouched = {});

  /// What is known before any check.
  std::string begin(const grade& head) const;
  /// A check that is judged. Empty where it is told with the next ones. @param sources lines of it
  std::string add(const check_result& check, const std::vector<quoted_file>& sources);
  /// When all are: notes, verdict, what to look at next.
  std::string end(const grade& result, const std::optional<earlier_points>& before = {});
  /// What comes later than the verdict.
  std::string note(const std::string& words) const;

private:
  /// Checks in a row that are told in a line.
  struct folded {
    std::string key; ///< equal for those that belong together
    check_result first;
    std::size_t count = 0;
    double points = 0;
  };

  std::string key_of_fold(const check_result& check) const;
  std::string take_folded();
  std::string told_alone(const check_result& check, const std::vector<quoted_file>& sources);
  std::string number_of(std::size_t count) const;
  std::string title_line(const check_result& check) const;
  std::string line(const std::string& what, const std::string& first) const;
  std::string source_of_build(const check_result& check,
                              const std::vector<quoted_file>& sources) const;
  std::string advice_in(const check_result& check);
  std::string findings_of(const check_result& check, const std::vector<quoted_file>& sources);

  style how_;
  std::size_t checks_, known_ = 0;
  std::set<int> untouched_;
  folded folded_;
  std::string last_failed_;                    ///< id of the check that was told last, if it failed
  std::map<std::string, std::string> titles_;  ///< by id
  std::optional<int> first_failed_;            ///< exercise of the first check of one that failed
  bool gap_ = true;                            ///< an empty line was the last one
  std::map<std::string, std::string> told_in_; ///< by key: the check's title
  std::set<std::string> advised_;              ///< keys
};

std::string to_text(const grade& result, const style& how);

/// "the emulated device (CPU): no NVIDIA GPU was found": where it ran, and why there.
std::string place_of(const grade& result);

} // namespace cudalab::grader
