// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grading of one of many hand-ins, here or on a node of a cluster.
#pragma once

#include <chrono>
#include <string>

#include "grader/cli/options.h"
#include "grader/lab.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

/// Of all that a grade hangs on besides the file: the judge, its tools, the lab.
std::string version_of(const lab_description& lab);

/// The lab as the course wants it: thresholds. (Points are counted in the gradebook.)
lab_description as_asked(lab_description lab, const term::assignment& asked);

/// Limits and thresholds, in words that are part of a result's key.
std::string other_settings(const options& each, const term::assignment& asked);

/// What is graded, and what its result is to say of itself.
struct hand_in_order {
  std::string owner, text;
  std::string key;
  term::result_settings settings;
};

/// In a process of its own. A result is written by it, and believed by nobody before it is whole.
/// Gives a few words. @param lab as asked @throws usage_error, std::exception
std::string grade_hand_in(const lab_description& lab, const options& how,
                          const term::results_folder& folder, const hand_in_order& order);

/// "pass 10/10"
std::string words_for_grade(const std::string& verdict, double points, double max_points);

/// Compilers and calls have limits of their own, which end long before.
inline constexpr std::chrono::minutes longest_grading{30};
/// In a row: then it is not the hand-ins' fault (a full disk), and there is no sense in going on.
inline constexpr int most_failures = 3;

} // namespace cudalab::grader
