// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a class did well and what not, as one page without a script. It names nobody unless that
/// is asked for.
#pragma once

#include <string>
#include <vector>

#include "grader/class_tools/lab_statistics.h"

namespace cudalab::grader {

std::string statistics_page(const std::vector<lab_statistics>& labs, bool with_names);

} // namespace cudalab::grader
