// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// In which forms a stored grade is written.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/cli/usage_error.h"
#include "grader/report/formats/formats.h"

namespace cudalab::grader {

/// "html", "text", "junit", "gradescope", "check50", "classroom50"
const std::vector<std::string>& report_forms();

/// A stored grade in this form. For Classroom 50 the environment says what is submitted, and
/// `submitted` what the environment does not say.
/// @throws nlohmann::json::exception when it is no such document
std::string written_as(const std::string& form, const nlohmann::json& document,
                       const course_view& course, const classroom_submission& submitted);

/// The text of a grade, as a terminal shows it, 80 columns wide.
std::string plain_text(const grade& result);

/// A grade's document from a file. @throws usage_error that says what is wrong with it
nlohmann::json read_stored_grade(const std::string& file);
/// A part of it is missing, or is none.
usage_error damaged_grade(const std::string& file, const std::string& why);

} // namespace cudalab::grader
