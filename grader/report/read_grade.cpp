// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/read_grade.h"

#include <nlohmann/json.hpp>

#include "findings/json.h"

namespace cudalab::grader {

namespace {

using nlohmann::json;

/// The value that has this name. An unknown name becomes the last one.
template <class Value>
Value named(const json& name, std::initializer_list<Value> values) {
  Value found = *(values.end() - 1);
  for (const Value each : values)
    if (name_of(each) == name.get_ref<const std::string&>())
      found = each;
  return found;
}

quoted_file read_quoted(const json& from) {
  quoted_file one;
  from.at("file").get_to(one.file);
  for (const json& line : from.at("lines"))
    line.at("text").get_to(one.lines[line.at("line")]);
  return one;
}

check_result read_check(const json& from) {
  check_result one;
  from.at("id").get_to(one.id);
  from.at("title").get_to(one.title);
#define CUDALAB_CHECK_KIND(id) check_kind::id,
  one.kind = named(from.at("kind"), {CUDALAB_CHECK_KINDS(CUDALAB_CHECK_KIND)});
#undef CUDALAB_CHECK_KIND
  from.at("exercise").get_to(one.exercise);
  one.status = read_status(from.at("status"));
  from.at("points").get_to(one.points);
  from.at("max_points").get_to(one.max_points);
  one.bonus = from.value("bonus", false);
  from.at("message").get_to(one.message);
  from.at("next").get_to(one.next);
  from.at("details").get_to(one.details);
  for (const json& each : from.at("findings"))
    one.findings.push_back(findings::read_finding(each));
  from.at("blocked_by").get_to(one.blocked_by);
  one.data = from.at("data");
  return one;
}

} // namespace

check_status read_status(const json& name) {
  return named(name, {check_status::pass, check_status::fail, check_status::noisy,
                      check_status::skipped, check_status::error});
}

grade read_grade(const json& document) {
  grade one;
  document.at("lab").get_to(one.lab);
  document.at("title").get_to(one.title);
  document.at("file").get_to(one.file);
  document.at("file_sha256").get_to(one.file_sha256);
  document.at("seed").get_to(one.seed);
  one.backend = named(document.at("backend"), {backend_kind::gpu, backend_kind::cpu});
  document.at("backend_requested").get_to(one.backend_requested);
  document.at("backend_reason").get_to(one.backend_reason);
  document.at("device").get_to(one.device);
  document.at("compiler").get_to(one.compiler);
  document.at("sandbox").get_to(one.sandbox);
  document.at("notes").get_to(one.notes);
  one.verdict = read_status(document.at("verdict"));
  document.at("points").get_to(one.points);
  document.at("max_points").get_to(one.max_points);
  one.bonus_points = document.value("bonus_points", 0.0);
  one.max_bonus_points = document.value("max_bonus_points", 0.0);
  for (const json& each : document.at("checks"))
    one.checks.push_back(read_check(each));
  one.pictures = document.value("pictures", json::array());
  for (const json& each : document.at("times"))
    one.times.push_back({each.at("step"), each.at("seconds")});
  for (const json& each : document.value("sources", json::array()))
    one.sources.push_back(read_quoted(each));
  return one;
}

} // namespace cudalab::grader
