// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the judge and its guard (guard.cpp) agree on.
#pragma once

namespace cudalab::grader {

/// The guard's descriptors: a pipe whose other end closes with the judge, and where it says that
/// the command could not be started.
inline constexpr int lifeline_fd = 9, guard_status_fd = 10;

/// Written to guard_status_fd, and to launch_ends::status_fd.
inline constexpr const char* failed_to_start = "failed to start";

} // namespace cudalab::grader
