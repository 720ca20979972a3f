// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One check of the page: what was seen, its pictures, its findings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

markup check_section(const nlohmann::json& grade, const nlohmann::json& check);

} // namespace cudalab::grader::html
