// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A grade in the forms that other programs read: docs/formats.md.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/result.h"

namespace cudalab::grader {

/// What a course makes of a grade that the judge does not know.
struct course_view {
  std::optional<double> points; ///< of the whole, lateness included; nothing: the judge's
  std::set<std::string> hidden; ///< ids of checks that students are not told of
};

/// What Classroom 50's runner says of a submission in the environment.
struct classroom_submission {
  std::string classroom, assignment, owner;
  std::string kind = "individual";     ///< or "group"
  std::string submission;              ///< the tag: "submit/2026-11-24T10-00-00Z-1a2b3c4"
  std::string commit, release, review; ///< addresses
  std::string datetime;                ///< "2026-11-24T10:00:00Z"
};

/// From CLASSROOM, ASSIGNMENT, OWNER, ASSIGNMENT_TYPE, SUBMISSION_TAG, COMMIT_URL, RELEASE_URL and
/// REVIEW_URL. Those that are not set are what `otherwise` says.
classroom_submission submission_from_environment(classroom_submission otherwise);

/// Gradescope's results.json. A test for each check; the total stands by itself, so that neither a
/// check without points nor one that was skipped changes it.
std::string to_gradescope(const grade& result, const course_view& course);

/// What `check50 --output json` prints. What was not judged, or waits for another check, is null.
std::string to_check50(const grade& result, const course_view& course);

/// JUnit's XML: one suite, a test case for each check.
std::string to_junit(const grade& result, const course_view& course);

/// A `classroom50/result/v1`. Scores are whole numbers: where the points of a check are none, all
/// of them are given ten, a hundred or a thousand times. Hidden checks are one test together.
std::string to_classroom50(const grade& result, const course_view& course,
                           const classroom_submission& of);

/// What a check says to a student, in lines: its message, what was seen, and what to do next.
std::string words_of(const check_result& check, const std::vector<quoted_file>& sources);

/// In words what students may know of it: without these checks, and without what others say of
/// them. Points and verdict are those of the rest.
grade without_checks(grade result, const std::set<std::string>& hidden);

} // namespace cudalab::grader
