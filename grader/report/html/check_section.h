// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One check of the page: what was seen, its pictures, its findings.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

markup check_section(const nlohmann::json& grade, const nlohmann::json& check);

/// `id`: unique in the page.
markup finding_section(const nlohmann::json& grade, const nlohmann::json& finding,
                       const std::string& id);

/// The same in a line of a list: one sentence and the remedy.
markup short_finding(const nlohmann::json& finding);

} // namespace cudalab::grader::html
