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

} // namespace cudalab::grader
