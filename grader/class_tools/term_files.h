// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the instructor's commands read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grader/term/course.h"
#include "grader/term/roster.h"

namespace cudalab::grader {

/// The checks of all labs that are built.
term::known_labs checks_of_labs();

/// @throws usage_error when it is not there, or with all its mistakes
term::course read_course_file(const std::filesystem::path& file);

/// Nothing: no file is named. @throws usage_error when it cannot be read, or is no roster
std::optional<term::roster> read_roster_file(const std::filesystem::path& file);
/// That of a course, or the one that is named in its place. Groups and extensions of the course
/// get the ids that it has. @throws usage_error as above, and when it has not all of them
std::optional<term::roster> read_roster_of(term::course& one, const std::filesystem::path& course,
                                           const std::filesystem::path& instead = {});

} // namespace cudalab::grader
