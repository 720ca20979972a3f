// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is remembered of one grading of a student's own file.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "grader/result.h"

namespace cudalab::grader {

struct attempt {
  double points = 0;
  double max_points = 0;
  std::string verdict;                       ///< "pass", "fail", "noisy"
  std::string backend;                       ///< "cpu", "gpu"
  std::string date;                          ///< "2026-01-31T12:34:56Z"; empty: not known
  std::map<std::string, std::string> checks; ///< id to status: {"clean.static", "fail"}
  std::string first = {};                    ///< id of the check to mend first; empty: none

  bool passed() const { return verdict == "pass"; }
};

/// `date`: as in attempt.
attempt attempt_of(const grade& result, const std::string& date);

/// The time now, in UTC: the file may go to a machine in another country.
std::string utc_now();

nlohmann::json to_json(const attempt& one);
/// @throws nlohmann::json::exception where a part is missing or has another type
attempt attempt_from(const nlohmann::json& content);

/// One that passed before one that did not; then the larger part of its points (less can be
/// reached without a GPU); then the GPU's. False where the two are equally good.
bool is_better(const attempt& one, const attempt& other);

/// "60/90"
std::string score_of(const attempt& one);

} // namespace cudalab::grader
