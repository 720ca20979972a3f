// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A stored grade, from a file that may be anything.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace cudalab::grader {

/// what() goes on after the file's name: "ends too early ..."; it says what to do.
struct no_grade_document : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The document that to_json_text() wrote, from its text. Its fields are not looked at, but for the
/// schema's version. @throws no_grade_document
nlohmann::json read_grade_document(const std::string& text);

/// Where a stored grade is not what a grading writes: points that its checks' results do not give,
/// a sum that does not add up, another verdict, a check twice or none at all. A sentence each;
/// empty: it is consistent.
/// @throws nlohmann::json::exception when a part is missing
std::vector<std::string> contradictions_in(const nlohmann::json& document);

} // namespace cudalab::grader
