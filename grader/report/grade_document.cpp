// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/grade_document.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/files/bounded_json.h"
#include "grader/report/json.h"
#include "grader/report/read_grade.h"
#include "grader/verdict.h"

namespace cudalab::grader {

namespace {

using nlohmann::json;

/// A picture in the data of a check needs 12.
constexpr int deepest_grade = 40;
constexpr const char* write_it = "./lab grade LAB --json FILE";

json parse_or_tell(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw no_grade_document(fmt::format("is empty. A grade is written by: {}", write_it));
  try {
    return parse_bounded(text, deepest_grade);
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

json read_grade_document(const std::string& text) {
  json document = parse_or_tell(text);
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

std::vector<std::string> contradictions_in(const json& document) {
  grade settled;
  for (const json& each : document.at("checks")) {
    check_result one;
    one.status = read_status(each.at("status"));
    each.at("max_points").get_to(one.max_points);
    one.bonus = each.value("bonus", false);
    if (each.value("kind", "") == name_of(check_kind::build))
      one.kind = check_kind::build;
    one.data = each.at("data");
    settled.checks.push_back(std::move(one));
  }
  settle(settled);
  std::vector<std::string> found;
  if (settled.checks.empty())
    found.push_back("It has no checks.");
  std::set<std::string> seen;
  for (std::size_t i = 0; i < settled.checks.size(); ++i) {
    const json& stored = document.at("checks").at(i);
    const std::string id = stored.at("id");
    if (!seen.insert(id).second)
      found.push_back(fmt::format("The check {} is there twice.", id));
    if (settled.checks[i].max_points < 0)
      found.push_back(fmt::format("The check {} has less than 0 points to give.", id));
    if (stored.at("status") != name_of(settled.checks[i].status))
      found.push_back(fmt::format("The check {} says {}, which is no result.", id,
                                  stored.at("status").get<std::string>()));
    if (stored.at("points") != settled.checks[i].points)
      found.push_back(fmt::format("The check {} says {}, and has {:g} of {:g} points.", id,
                                  name_of(settled.checks[i].status),
                                  stored.at("points").get<double>(), settled.checks[i].max_points));
  }
  const double points = document.at("points"), most = document.at("max_points");
  if (document.value("bonus_points", 0.0) != settled.bonus_points ||
      document.value("max_bonus_points", 0.0) != settled.max_bonus_points)
    found.push_back(fmt::format("Its checks give {:g} of {:g} bonus points; it says otherwise.",
                                settled.bonus_points, settled.max_bonus_points));
  if (points != settled.points || most != settled.max_points)
    found.push_back(fmt::format("Its checks give {:g} of {:g} points; it says {:g} of {:g}.",
                                settled.points, settled.max_points, points, most));
  if (document.at("verdict") != name_of(settled.verdict))
    found.push_back(fmt::format("Its checks give the verdict {}; it says {}.",
                                name_of(settled.verdict),
                                document.at("verdict").get<std::string>()));
  return found;
}

} // namespace cudalab::grader
