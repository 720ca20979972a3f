// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grading of one of many hand-ins, here or on a node of a cluster.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "grader/checks/case_plan.h"
#include "grader/cli/options.h"
#include "grader/lab.h"
#include "grader/result.h"
#include "grader/term/results_folder.h"

namespace cudalab::grader {

/// Of all that a grade hangs on besides the file: the judge, its tools, the lab.
std::string version_of(const lab_description& lab);

/// The lab as the course wants it: thresholds. (Points are counted in the gradebook.)
lab_description as_asked(lab_description lab, const term::assignment& asked);

/// Limits and thresholds, in words that are part of a result's key.
std::string other_settings(const options& each, const term::assignment& asked);

/// Where there is a GPU, what needs none is graded first, many at a time, and then what is left of
/// it alone: checks/parts.h.
enum class hand_in_part { whole, first, second };

/// What is graded, and what its result is to say of itself.
struct hand_in_order {
  std::string owner, text;
  std::string key;       ///< of the result
  std::string first_key; ///< of the first part
  term::result_settings settings;
  hand_in_part part = hand_in_part::whole;
};

/// In a process of its own. A result is written by it, and believed by nobody before it is whole.
/// A first part that leaves nothing to a GPU is a result. Gives a few words; of a first part that
/// leaves something, `waits_for_gpu`.
/// @param lab as asked @param made_before as in a grading_request
/// @throws usage_error, std::exception
std::string grade_hand_in(const lab_description& lab, const options& how,
                          const term::results_folder& folder, const hand_in_order& order,
                          const case_plan* made_before = nullptr);
inline const std::string waits_for_gpu = "waits for a GPU";

/// The cases for hand-ins of one seed, which processes that are forked from now on share; null
/// where there is no sense in it: no two have one, or no plan can be made, which each grading says.
/// That is tried in a process of its own: an instructor's own checks may crash.
/// @param lab as asked, for as long as there is the plan @param part what is graded of each
/// @param seeds of the hand-ins
std::unique_ptr<const case_plan> cases_for_all(const lab_description& lab, const options& how,
                                               hand_in_part part,
                                               const std::vector<std::uint64_t>& seeds);

/// What a first part left to a GPU, on the GPU of this machine, and the grade of both parts. Where
/// it left nothing, that is its own. @param how as for a grading of the whole
grade grade_second_part(const lab_description& lab, const std::filesystem::path& file,
                        const options& how, const grade& first);

/// How results in two parts name where they were graded: "gpu, NVIDIA H200, for speed".
std::string backend_in_two_parts(const std::string& device);
bool is_in_two_parts(const std::string& backend);

/// What a first part's key says in place of a GPU: which one comes later does not change it.
inline const std::string backend_of_first_part = "cpu, before a GPU";

/// "pass 10/10"
std::string words_for_grade(const std::string& verdict, double points, double max_points);

/// Compilers and calls have limits of their own, which end long before.
inline constexpr std::chrono::minutes longest_grading{30};
/// In a row: then it is not the hand-ins' fault (a full disk), and there is no sense in going on.
inline constexpr int most_failures = 3;

} // namespace cudalab::grader
