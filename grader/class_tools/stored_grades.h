// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grades that a batch stored, as the course counts them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/cli/options.h"
#include "grader/result.h"
#include "grader/term/gradebook.h"

namespace cudalab::grader {

/// One hand-in that was graded.
struct stored_grade {
  std::string lab, owner; ///< a student or a group
  std::string name;       ///< of a person, as far as it is known
  std::vector<std::string> students;
  grade result;      ///< its checks have the course's points; sum and verdict are those
  double points = 0; ///< in the gradebook: scaled, lateness included
  double max_points = 0;
  double remains = 1; ///< for lateness
  std::int64_t late_seconds = 0;
  std::set<std::string> hidden;          ///< of its checks
  std::optional<std::int64_t> handed_in; ///< seconds since 1970
  std::string commit;
  std::string graded_at, tools, machine; ///< as the result's document says them
  nlohmann::json document;               ///< the judge's own
};

/// The folder `given.grades`, by lab and student; of a group one. One is in memory at a time: of a
/// class of ten thousand all are gigabytes.
class stored_grades {
public:
  /// @throws usage_error when the folder is not there
  explicit stored_grades(const options& given);

  /// False: there are no more. @throws usage_error when one is damaged, or when the folder holds no
  /// grade of `given.lab` ("04", "lab04"; empty: all)
  bool next(stored_grade& one);

private:
  std::filesystem::path root_;
  std::string lab_;
  term::grade_rows rows_;
  bool any_ = false;
};

/// @throws usage_error as stored_grades
void for_each_stored_grade(const options& given,
                           const std::function<void(const stored_grade&)>& take);

/// "lab04" for what was typed; empty for nothing. @throws usage_error
std::string typed_lab(const options& given);

/// @throws usage_error when there is none
void check_grades_folder(const std::string& folder);

} // namespace cudalab::grader
