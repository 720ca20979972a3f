// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether two gradings of the same file, seed and backend came to the same.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace cudalab::course {

/// Where two grades (docs/grade.md) differ first, as "/checks/3/status: "pass", then "fail"". Empty
/// when they are the same but for the times that the grading took.
std::string first_difference(nlohmann::json first, nlohmann::json then);

} // namespace cudalab::course
