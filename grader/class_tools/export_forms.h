// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What `export` writes.
#pragma once

#include <string>
#include <vector>

namespace cudalab::grader {

/// Forms of a gradebook, then forms of a grade.
std::vector<std::string> export_forms();

} // namespace cudalab::grader
