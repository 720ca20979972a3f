// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The grade as one JSON document: docs/grade.md. Every other format is made from the same data.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "grader/result.h"

namespace cudalab::grader {

/// The form of the document: docs/grade.schema.json.
inline constexpr const char* grade_schema = "cudalab/grade/v1";

/// Keys stay in the order in which they are written.
nlohmann::ordered_json to_json(const grade& result);

/// The document with two blanks a level and a newline at the end. Bytes that are no UTF-8 (from a
/// student's program) are replaced.
std::string to_json_text(const grade& result);

} // namespace cudalab::grader
