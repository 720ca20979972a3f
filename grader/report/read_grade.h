// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The way back from a grade's document.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "grader/result.h"

namespace cudalab::grader {

/// What to_json() wrote. @throws nlohmann::json::exception when it is no such document
grade read_grade(const nlohmann::json& document);

/// "pass" ...; an unknown word is an error.
check_status read_status(const nlohmann::json& name);

} // namespace cudalab::grader
