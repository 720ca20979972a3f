// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Checks a JSON document against a JSON Schema, as far as docs/grade.schema.json uses it: type,
/// const, enum, required, properties, additionalProperties (false), items, minItems, maxItems,
/// minimum, pattern, and $ref to #/$defs/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace cudalab::grader {

/// What is wrong with the document, each with its place; empty when it is valid.
/// @throws std::logic_error for a keyword that is not known here.
std::vector<std::string> validate(const nlohmann::json& document, const nlohmann::json& schema);

/// @throws std::runtime_error when the file is no JSON.
nlohmann::json read_json(const std::filesystem::path& file);

} // namespace cudalab::grader
