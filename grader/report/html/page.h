// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grade as one HTML page that needs nothing else: no network, no script.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace cudalab::grader {

/// Made of the document of docs/grade.md and nothing else. What an older document lacks is left
/// out. @throws nlohmann::json::exception when it is no such document
std::string to_html(const nlohmann::json& grade);

} // namespace cudalab::grader
