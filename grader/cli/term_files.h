// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the instructor's commands read.
#pragma once

#include <filesystem>
#include <string>

#include "grader/term/course.h"

namespace cudalab::grader {

/// The checks of all labs that are built.
term::known_labs checks_of_labs();

/// @throws usage_error when it is not there, or with all its mistakes
term::course read_course_file(const std::filesystem::path& file);

} // namespace cudalab::grader
