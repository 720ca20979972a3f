// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The two ways to look at particles. Both throw missing_here, students_mistake and std::exception.
#pragma once

#include "viewer/options.h"

namespace cudalab::viewer {

/// In a window, until the person has seen enough.
void show_in_window(const view_options& wanted);

/// As PNG files, without a window: wanted.frames of them, one a step.
void show_as_files(const view_options& wanted);

/// Talks to the person. Standard output is the grader's.
void say(const std::string& text);

} // namespace cudalab::viewer
