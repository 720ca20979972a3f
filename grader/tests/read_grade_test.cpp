// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// No field may be lost on the way from a grade to its document and back.
#include "grader/report/read_grade.h"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "grader/report/json.h"
#include "grader/report/text.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/schema_validator.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

/// Does not compile when a structure gets a field: then fill it in full_grade() below.
[[maybe_unused]] void count_fields(const grade& one, const check_result& check, const finding& seen,
                                   const cudalab::findings::missed_object& missed,
                                   const party& side) {
  [[maybe_unused]] const auto& [lab, title, file, sha, seed, backend, requested, reason, device,
                                compiler, sandbox, notes, verdict, points, most, bonus_points,
                                most_bonus, checks, pictures, times, sources] = one;
  [[maybe_unused]] const auto& [id, name, kind, exercise, how, got, of, bonus, message, next,
                                details, findings, blocked_by, data] = check;
  [[maybe_unused]] const auto& [what, severity, space, object, kernel, parties, count, words,
                                remedy, fix, source, order, place, seen_in] = seen;
  [[maybe_unused]] const auto& [missed_one, offset, accessed, size, unit, made_in, made_line,
                                freed_in, freed_line] = missed;
  [[maybe_unused]] const auto& [action, thread, block, where, line, known, on_host, called_in] =
      side;
}

/// Every field has another value than by itself.
grade full_grade() {
  grade all = fixed_grade();
  all.backend = backend_kind::gpu;
  all.points = 12.5;
  all.bonus_points = 2;
  all.max_bonus_points = 3;
  all.pictures = {{{"kind", "bars"}, {"title", "The ladder"}}};
  all.sources = {{"lab04.cu", {{7, "int x = 0;"}, {9, ""}}}};
  check_result& check = all.checks[2];
  check.exercise = 3;
  check.points = 12.5;
  check.bonus = true;
  check.details = {"one", "two"};
  check.blocked_by = "build";
  check.data = {{"known_mistake", "x and y are exchanged"},
                {"pictures", {{{"kind", "tree"}, {"title", "The sum"}}}}};
  finding& race = check.findings[0];
  race.severity = finding_severity::information;
  race.kind = finding_kind::use_after_free;
  race.order = cudalab::findings::race_order::write_first;
  advise({{cudalab::findings::remedy_id::store_shared_first, {7}, "Mds"}}, race);
  race.seen_in = "3 x 4";
  race.missed = {"Mds", -4, 4, 64, "rows", "a.cu", 3, "b.cu", 5};
  race.parties[0].thread = {1, 2, 3};
  race.parties[0].block = {4, 5, 6};
  race.parties[1].thread_known = false;
  race.parties[1].on_host = true;
  race.parties[0].called_in = {12, 34};
  return all;
}

/// The smallest document that has every kind of part.
grade empty_grade() {
  grade one;
  one.checks.emplace_back();
  one.checks[0].findings.emplace_back();
  one.checks[0].findings[0].parties.emplace_back();
  one.checks[0].findings[0].missed.emplace();
  one.times.emplace_back();
  return one;
}

using values_of_fields = std::map<std::string, std::set<json>>;

/// The values that the document has for each field that the schema knows: "finding.story".
void collect(const json& document, const json& part_schema, const json& whole_schema,
             const std::string& name, values_of_fields& found) {
  if (part_schema.contains("$ref")) {
    const std::string to = part_schema["$ref"];
    const json::json_pointer pointer(to.substr(1));
    return collect(document, whole_schema.at(pointer), whole_schema, pointer.back(), found);
  }
  if (part_schema.contains("properties") && document.is_object())
    for (const auto& [field, schema] : part_schema["properties"].items()) {
      std::set<json>& values = found[name + '.' + field];
      if (!document.contains(field))
        continue;
      values.insert(document[field]);
      collect(document[field], schema, whole_schema, name + '.' + field, found);
    }
  if (part_schema.contains("items") && document.is_array())
    for (const json& each : document)
      collect(each, part_schema["items"], whole_schema, name, found);
}

values_of_fields fields_of(const grade& one) {
  const json schema = read_json(CUDALAB_SCHEMA_FILE);
  values_of_fields found;
  collect(json::parse(to_json_text(one)), schema, schema, "grade", found);
  return found;
}

} // namespace

TEST_CASE("the full grade fills every field that the schema knows") {
  const values_of_fields full = fields_of(full_grade()), empty = fields_of(empty_grade());
  CHECK(full.size() > 60);
  for (const auto& field : full) {
    std::set<json> filled = field.second;
    if (const auto by_itself = empty.find(field.first); by_itself != empty.end())
      for (const json& value : by_itself->second)
        filled.erase(value);
    CHECK_MESSAGE((!filled.empty() || field.first == "grade.schema"), field.first);
  }
}

TEST_CASE("a grade that is written and read is the same grade") {
  const grade before = full_grade();
  const json written = json::parse(to_json_text(before));
  const std::vector<std::string> problems = validate(written, read_json(CUDALAB_SCHEMA_FILE));
  CHECK_MESSAGE(problems.empty(), (problems.empty() ? "" : problems.front()));
  const grade after = read_grade(written);
  const json difference = json::diff(written, json::parse(to_json_text(after)));
  CHECK_MESSAGE(difference.empty(), difference.dump());
  CHECK(to_json_text(after) == to_json_text(before));
  CHECK(to_text(after, {}) == to_text(before, {}));
}

TEST_CASE("what is no grade is refused") {
  CHECK_THROWS_AS(read_grade(json::object()), json::exception);
  CHECK_THROWS_AS(read_grade(json::array()), json::exception);
}
