// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Findings as JSON, both ways: docs/formats.md.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "findings/finding.h"

namespace cudalab::findings {

nlohmann::ordered_json to_json(const finding& one);

/// What comes from a program may hold anything: each part has its form, and a reasonable size, or
/// the whole is refused. @throws std::runtime_error, or nlohmann::json::exception when a part is
/// missing
finding read_finding(const nlohmann::json& object);

/// From the text of an array; of an empty text none. @throws std::runtime_error
std::vector<finding> read_findings(const std::string& text);

} // namespace cudalab::findings
