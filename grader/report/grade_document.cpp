// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/grade_document.h"

#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/report/json.h"

namespace cudalab::grader {

namespace {

using nlohmann::json;

constexpr const char* write_it = "./lab grade LAB --json FILE";

json parse_or_tell(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw no_grade_document(fmt::format("is empty. A grade is written by: {}", write_it));
  try {
    return json::parse(text);
  } catch (const json::parse_error& problem) {
    // `byte` is the number of the character that does not fit, counted from 1.
    if (problem.byte > text.size())
      throw no_grade_document(fmt::format(
          "ends too early: it was not written to its end. Write it again: {}", write_it));
    const auto bad = text.begin() + static_cast<std::ptrdiff_t>(problem.byte - 1);
    throw no_grade_document(fmt::format("is no JSON from line {} on. A grade is written by: {}",
                                        1 + std::count(text.begin(), bad, '\n'), write_it));
  }
}

/// "cudalab/grade/" of "cudalab/grade/v1"
std::string family_of(const std::string& schema) {
  return schema.substr(0, schema.rfind('v'));
}

} // namespace

json read_grade_document(std::istream& from) {
  json document = parse_or_tell({std::istreambuf_iterator<char>(from), {}});
  const json found = document.is_object() ? document.value("schema", json()) : json();
  const std::string schema = found.is_string() ? found.get<std::string>() : "";
  if (schema == grade_schema)
    return document;
  if (schema.rfind(family_of(grade_schema), 0) == 0)
    throw no_grade_document(fmt::format("has the form {}, and this version of CUDA Labs reads {}: "
                                        "use the version that wrote it, or grade again.",
                                        schema, grade_schema));
  throw no_grade_document(
      fmt::format("is JSON, but no grade: it lacks \"schema\": \"{}\". A grade is written by: {}",
                  grade_schema, write_it));
}

} // namespace cudalab::grader
