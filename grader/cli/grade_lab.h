// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One grading as a person asks for it, with all that the grade says of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "grader/checks/case_plan.h"
#include "grader/cli/options.h"
#include "grader/cli/progress_file.h"
#include "grader/cli/race_questions.h"
#include "grader/lab.h"
#include "grader/result.h"

namespace cudalab::grader {

/// Who watches a grading. What is empty is not told.
struct grading_listener {
  std::function<void(const std::string&)> step = {}; ///< what is being done: "compiling"
  std::function<void(const grade&)> begun = {};      ///< all that is known before any check
  /// May say a check in other words, before it is told or stored; it is asked more than once.
  std::function<void(check_result&)> reword = {};
  /// A check in which nothing changes any more, and the lines of source that it names.
  std::function<void(const check_result&, const std::vector<quoted_file>&)> known = {};
  /// All checks, points and the verdict. nvcc may still be working on its remark.
  std::function<void(const grade&)> judged = {};
};

/// `given`: backend, seed, exercises, time limit, require_sandbox, ask_nvcc, ask_rules and
/// gpu_later count. @param made_before as in a grading_request
/// @throws usage_error for what is missing here
grade grade_lab(const lab_description& one, const std::filesystem::path& file, const options& given,
                const grading_listener& listener, const case_plan* made_before = nullptr);

/// A sentence that leads to the reference solution after a passed grading of the student's own
/// file; empty where none is due, or where there is no solution.
std::string offer_of_solution(const lab_description& one, const grade& result);

/// Writes into the progress file how the student's own file was graded; it may have a complaint.
/// `asked`: nullptr: nothing was reworded.
progress_file remember(const lab_description& one, const grade& result,
                       const race_questions* asked = nullptr);

/// Of a grading of some exercises: only where hints begin, and what was asked. How good the file is
/// says a grading of the whole lab.
progress_file remember_part(const lab_description& whole, const grade& result,
                            const race_questions* asked = nullptr);

} // namespace cudalab::grader
