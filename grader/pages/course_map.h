// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The drawing of the course: which lab builds on which.
#pragma once

#include <string>

#include "grader/pages/lab_tables.h"

namespace cudalab::grader {

/// Labs from top to bottom, each with its guides below; a curve leads from a lab to each that
/// builds on it.
std::string course_map_svg(const labs_by_name& labs, const find_guide& guides);

} // namespace cudalab::grader
