// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/json.h"

#include <limits>

#include <doctest/doctest.h>

#include "grader/tests/fixed_grade.h"
#include "grader/tests/schema_validator.h"

using namespace cudalab::grader;
using nlohmann::json;

TEST_CASE("a grade in which everything occurs is valid against the schema") {
  const json schema = read_json(CUDALAB_SCHEMA_FILE);
  grade result = fixed_grade();
  result.checks[2].findings[0].parties[0].thread_known = false;
  const auto problems = validate(json::parse(to_json_text(result)), schema);
  CHECK_MESSAGE(problems.empty(), (problems.empty() ? "" : problems.front()));
}

TEST_CASE("the validator refuses what the schema does not allow") {
  const json schema = read_json(CUDALAB_SCHEMA_FILE);
  const json good = json::parse(to_json_text(fixed_grade()));
  const auto refuses = [&](const char* pointer, const json& value) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    return !validate(bad, schema).empty();
  };
  CHECK(refuses("/schema", "cudalab/grade/v2"));
  CHECK(refuses("/verdict", "skipped"));
  CHECK(refuses("/points", -1));
  CHECK(refuses("/unknown", 1));
  CHECK(refuses("/checks", json::array()));
  CHECK(refuses("/checks/1/status", "passed"));
  CHECK(refuses("/checks/2/findings/0/parties/0/thread", {1, 2}));
  CHECK(refuses("/file_sha256", "abc"));
  json lacking = good;
  lacking.erase("seed");
  CHECK_FALSE(validate(lacking, schema).empty());
}

TEST_CASE("keys come in their written order, the times last") {
  const std::string text = to_json_text(fixed_grade());
  CHECK(text.rfind("{\n  \"schema\": \"cudalab/grade/v1\",\n  \"lab\": \"lab04\"", 0) == 0);
  CHECK(text.find("\"checks\"") < text.find("\"times\""));
  CHECK(text.back() == '\n');
}

TEST_CASE("the same grade gives the same bytes, other times change nothing but the times") {
  grade one = fixed_grade(), other = fixed_grade();
  CHECK(to_json_text(one) == to_json_text(other));
  other.times = {{"build fast", 9.5}};
  json a = json::parse(to_json_text(one)), b = json::parse(to_json_text(other));
  CHECK(a != b);
  a.erase("times");
  b.erase("times");
  CHECK(a.dump() == b.dump());
}

TEST_CASE("bytes that are no UTF-8 and numbers that are no JSON do not stop the report") {
  grade result = fixed_grade();
  result.checks[1].message = "printed \xff\xfe";
  result.checks[1].data["got"] = std::numeric_limits<double>::quiet_NaN();
  const json read = json::parse(to_json_text(result));
  CHECK(read["checks"][1]["data"]["got"].is_null());
}

TEST_CASE("what to look at next is a check's id") {
  CHECK(json::parse(to_json_text(fixed_grade()))["look_at_next"] == "clean.all");
}
