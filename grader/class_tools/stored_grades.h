// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grades that a batch stored, as the course counts them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "grader/cli/options.h"
#include "grader/result.h"

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

/// The folder `given.grades`. @throws usage_error when it is not there, or holds no grade of
/// `given.lab` ("04", "lab04"; empty: all)
std::vector<stored_grade> read_stored_grades(const options& given);

/// "lab04" for what was typed; empty for nothing. @throws usage_error
std::string typed_lab(const options& given);

/// @throws usage_error when there is none
void check_grades_folder(const std::string& folder);

} // namespace cudalab::grader
