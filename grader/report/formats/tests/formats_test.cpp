// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Each form is held to the rules of who reads it, which are written down here.
#include "grader/report/formats/formats.h"

#include <cstdlib>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "grader/report/html/tests/well_formed.h"
#include "grader/tests/fixed_grade.h"
#include "grader/tests/has.h"
#include "grader/tests/schema_validator.h"

using namespace cudalab::grader;
using nlohmann::json;

namespace {

/// A grade with a bonus, a check that was too noisy to time, and one that the machine could not
/// judge. 0 of 90 points of it are reached; 20 when `right`.
grade mixed(bool right = false) {
  grade result = fixed_grade();
  result.checks.push_back(fixed_check("bonus.fast", check_kind::speed, check_status::pass, 6));
  result.checks.back().bonus = true;
  result.checks.push_back(fixed_check("speed.other", check_kind::speed, check_status::noisy, 0));
  if (right)
    for (check_result& each : result.checks)
      if (each.id == "traffic.loads") {
        each.status = check_status::pass;
        each.blocked_by.clear();
      }
  settle(result);
  return result;
}

std::string wrong_with(const std::string& document, const char* schema) {
  std::string all;
  for (const std::string& each : validate(json::parse(document), json::parse(schema)))
    all += each + '\n';
  return all;
}

// https://gradescope-autograders.readthedocs.io/en/latest/specs/: a score at the top, or one in
// each test; visibility is one of four words; a status is one of two.
const char* const gradescope_rules = R"({
  "type": "object", "required": ["score", "tests"], "additionalProperties": false,
  "properties": {
    "score": {"type": "number", "minimum": 0},
    "execution_time": {"type": "integer", "minimum": 0},
    "output": {"type": "string"},
    "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
    "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
    "stdout_visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]},
    "extra_data": {"type": "object"},
    "tests": {"type": "array", "minItems": 1, "items": {
      "type": "object", "required": ["name", "number", "output"], "additionalProperties": false,
      "properties": {
        "score": {"type": "number", "minimum": 0},
        "max_score": {"type": "number", "minimum": 0},
        "status": {"enum": ["passed", "failed"]},
        "name": {"type": "string"},
        "number": {"type": "string"},
        "output": {"type": "string"},
        "output_format": {"enum": ["text", "html", "simple_format", "md", "ansi"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "visibility": {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
      }}}
  }})";

// https://cs50.readthedocs.io/projects/check50/en/latest/json_specification.html
const char* const check50_rules = R"({
  "type": "object", "required": ["slug", "results", "version"], "additionalProperties": false,
  "properties": {
    "slug": {"type": "string"},
    "version": {"type": "string", "pattern": "^[0-9]+[.][0-9]+[.][0-9]+$"},
    "results": {"type": "array", "minItems": 1, "items": {
      "type": "object", "additionalProperties": false,
      "required": ["name", "description", "passed", "log", "cause", "data", "dependency"],
      "properties": {
        "name": {"type": "string", "pattern": "^[a-z_][a-z0-9_]*$"},
        "description": {"type": "string"},
        "passed": {"type": ["boolean", "null"]},
        "log": {"type": "array", "items": {"type": "string"}},
        "cause": {"type": ["object", "null"], "properties": {
          "rationale": {"type": "string"}, "help": {"type": ["string", "null"]}}},
        "data": {"type": "object"},
        "dependency": {"type": ["string", "null"]}
      }}}
  }})";

// https://github.com/foundation50/classroom50: its contract of result.json, and its schema's rules.
const char* const classroom_rules = R"({
  "type": "object", "additionalProperties": false,
  "required": ["schema", "classroom", "assignment", "assignment_type", "owner", "submission",
               "commit", "release", "review", "datetime", "score", "max-score", "tests"],
  "properties": {
    "schema": {"const": "classroom50/result/v1"},
    "classroom": {"type": "string", "pattern": "."},
    "assignment": {"type": "string", "pattern": "."},
    "assignment_type": {"enum": ["individual", "group"]},
    "owner": {"type": "string", "pattern": "."},
    "submission": {"type": "string", "pattern": "^submit/"},
    "commit": {"type": "string", "pattern": "."},
    "release": {"type": "string", "pattern": "."},
    "review": {"type": "string", "pattern": "."},
    "datetime": {"type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$"},
    "score": {"type": "integer", "minimum": 0},
    "max-score": {"type": "integer", "minimum": 0},
    "tests": {"type": "array", "items": {
      "type": "object", "required": ["test-name", "passed", "score", "max-score"],
      "properties": {
        "test-name": {"type": "string", "pattern": "."},
        "passed": {"type": "boolean"},
        "score": {"type": "integer", "minimum": 0},
        "max-score": {"type": "integer", "minimum": 0}
      }}}
  }})";

const classroom_submission handed_in{"cs",
                                     "lab04",
                                     "ann",
                                     "individual",
                                     "submit/2026-11-24T10-00-00Z-1a2b3c4",
                                     "https://c",
                                     "https://r",
                                     "https://v",
                                     "2026-11-24T10:00:00Z"};

/// An XML document, read strictly.
html_page read_xml(const std::string& text) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  REQUIRE(text.rfind(declaration, 0) == 0);
  return read_page("<!DOCTYPE html>" + text.substr(declaration.size()));
}

const json& named(const json& list, const char* key, const std::string& name) {
  for (const json& each : list)
    if (each.at(key) == name)
      return each;
  FAIL("there is no ", name);
  return list.front();
}

} // namespace

TEST_CASE("Gradescope: the documented fields, the total at the top, and what is hidden stays so") {
  const std::string text = to_gradescope(mixed(), {7.5, {"traffic.loads"}});
  CHECK(wrong_with(text, gradescope_rules) == "");
  const json document = json::parse(text);
  CHECK(document.at("score") == 7.5);
  CHECK(document.at("execution_time") == 2); // seconds, begun ones
  CHECK(has(document.at("output"), "ut a barrier between lines 2 and 4"));
  const json& race = named(document.at("tests"), "name", "1. the check clean.all");
  CHECK(race.at("score") == 0);
  CHECK(race.at("max_score") == 30);
  CHECK(race.at("status") == "failed");
  CHECK(has(race.at("output"), "lab04.cu:4"));
  CHECK(has(race.at("output"), "put a barrier between lines 2 and 4"));
  CHECK(race.at("visibility") == "visible");
  CHECK(named(document.at("tests"), "name", "1. the check traffic.loads").at("visibility") ==
        "hidden");
  const json& skipped = named(document.at("tests"), "name", "1. the check speed.all");
  CHECK(!skipped.contains("max_score"));
  CHECK(!skipped.contains("status"));
  // Extra points are said, and in no maximum.
  CHECK(!named(document.at("tests"), "name", "1. the check bonus.fast (bonus: 6 of 6)")
             .contains("max_score"));
  CHECK(json::parse(to_gradescope(mixed(), {})).at("score") == 0);
}

TEST_CASE("the maximum is the same whatever the submission reached") {
  const auto gradescope = [](const grade& of) {
    double sum = 0;
    const json document = json::parse(to_gradescope(of, {}));
    for (const json& each : document.at("tests"))
      sum += each.value("max_score", 0.0);
    return sum;
  };
  CHECK(gradescope(mixed(false)) == 90);
  CHECK(gradescope(mixed(true)) == 90);
  for (const bool right : {false, true})
    CHECK(json::parse(to_classroom50(mixed(right), {}, handed_in)).at("max-score") == 90);
}

TEST_CASE("check50: true, false, and null for what was not judged, each with its cause") {
  const std::string text = to_check50(mixed(), {});
  CHECK(wrong_with(text, check50_rules) == "");
  const json document = json::parse(text);
  CHECK(document.at("slug") == "cuda-labs/lab04");
  const json& results = document.at("results");
  std::set<std::string> names;
  for (const json& each : results) {
    CHECK(each.at("cause").is_null() == (each.at("passed") == true));
    // A dependency is a check that stands before.
    CHECK((each.at("dependency").is_null() || names.count(each.at("dependency")) == 1));
    CHECK(names.insert(each.at("name")).second);
  }
  CHECK(named(results, "name", "build").at("passed") == true);
  CHECK(named(results, "name", "build").at("dependency").is_null());
  const json& wrong = named(results, "name", "correctness_any");
  CHECK(wrong.at("passed") == false);
  CHECK(wrong.at("dependency") == "build");
  CHECK(wrong.at("cause").at("rationale") == "message of correctness.any");
  CHECK(wrong.at("cause").at("help") == "look at the index");
  CHECK(named(results, "name", "traffic_loads").at("passed").is_null());
  CHECK(named(results, "name", "traffic_loads").at("dependency") == "correctness_any");
  CHECK(named(results, "name", "speed_all").at("passed").is_null());
  CHECK(named(results, "name", "speed_other").at("passed").is_null());
}

TEST_CASE("JUnit: the elements and attributes that Jenkins and GitLab read, and true counts") {
  grade result = mixed();
  result.checks.push_back(fixed_check("clean.broken", check_kind::clean, check_status::error, 5));
  result.checks.back().data["cause"] = "infrastructure";
  result.checks[1].message = "a < b && \"c\" \x1b[31m";
  const html_page page = read_xml(to_junit(result, {}));
  CHECK(page.problem == "");
  const std::map<std::string, std::set<std::string>> may_have{
      {"testsuites", {"name", "tests", "failures", "errors", "time"}},
      {"testsuite", {"name", "tests", "failures", "errors", "skipped", "time"}},
      {"testcase", {"name", "classname", "time"}},
      {"failure", {"message", "type"}},
      {"error", {"message", "type"}},
      {"skipped", {"message"}}};
  std::set<std::string> cases;
  for (const html_element& each : page.elements) {
    REQUIRE_MESSAGE(may_have.count(each.name) == 1, each.name);
    for (const auto& attribute : each.attributes)
      CHECK_MESSAGE(may_have.at(each.name).count(attribute.first) == 1, attribute.first);
    if (each.name == "testcase") { // GitLab knows a case by both
      CHECK(each.attributes.at("classname") != "");
      CHECK(cases.insert(each.attributes.at("classname") + each.attributes.at("name")).second);
    }
  }
  const auto count = [&page](const char* name) {
    return std::to_string(find_all(page, name).size());
  };
  const html_element suite = find_all(page, "testsuite").at(0);
  CHECK(suite.attributes.at("tests") == count("testcase"));
  CHECK(suite.attributes.at("tests") == "8");
  CHECK(suite.attributes.at("failures") == count("failure"));
  CHECK(suite.attributes.at("failures") == "2");
  CHECK(suite.attributes.at("errors") == count("error"));
  CHECK(suite.attributes.at("errors") == "1");
  CHECK(suite.attributes.at("skipped") == count("skipped"));
  CHECK(suite.attributes.at("skipped") == "3");
  CHECK(suite.attributes.at("time") == "1.250");
  CHECK(has(find_all(page, "failure").at(0).attributes.at("message"), "a < b && \"c\""));
  CHECK(has(find_all(page, "failure").at(1).text, "lab04.cu:2"));
}

TEST_CASE("Classroom 50: hyphens, whole numbers, and scores that add up") {
  for (const double points : {15.0, 2.5, 0.125}) {
    grade result = mixed();
    result.checks[2].max_points = points;
    const std::string text = to_classroom50(result, {{}, {"traffic.loads"}}, handed_in);
    CHECK(wrong_with(text, classroom_rules) == "");
    const json document = json::parse(text);
    std::int64_t score = 0, most = 0;
    for (const json& each : document.at("tests")) {
      CHECK(each.at("score") <= each.at("max-score"));
      score += each.at("score").get<std::int64_t>();
      most += each.at("max-score").get<std::int64_t>();
    }
    CHECK(document.at("score") == score);
    CHECK(document.at("max-score") == most);
    const std::int64_t times = points == 15 ? 1 : points == 2.5 ? 10 : 1000;
    CHECK(named(document.at("tests"), "test-name", "clean.all: the check clean.all")
              .at("max-score") == std::llround(points * static_cast<double>(times)));
    CHECK(named(document.at("tests"), "test-name", "checks that are not shown").at("max-score") ==
          20 * times);
    CHECK(!has(text, "traffic.loads"));
  }
}

TEST_CASE("Classroom 50's runner says what is submitted") {
  classroom_submission otherwise = handed_in;
  otherwise.review.clear();
  setenv("CLASSROOM", "physics", 1);
  setenv("COMMIT_URL", "https://here", 1);
  setenv("OWNER", "", 1);
  const classroom_submission said = submission_from_environment(otherwise);
  for (const char* each : {"CLASSROOM", "COMMIT_URL", "OWNER"})
    unsetenv(each);
  CHECK(said.classroom == "physics");
  CHECK(said.commit == "https://here");
  CHECK(said.review == "https://here");
  CHECK(said.owner == "ann"); // an empty one says nothing
}

TEST_CASE("what is hidden is in no word of the others") {
  grade result = mixed();
  result.checks[1].next = "mend \"the check clean.all\" first";
  result.checks[1].details = {"seen by clean.all", "row 3"};
  result.times.push_back({"check clean.all", 1});
  result.checks[3].blocked_by = "clean.all";
  const grade told = without_checks(result, {"clean.all"});
  CHECK(told.max_points == 60);
  CHECK(told.checks.size() == result.checks.size() - 1);
  CHECK(told.checks[1].next == "");
  CHECK(told.checks[1].details == std::vector<std::string>{"row 3"});
  CHECK(told.checks[2].blocked_by == "");
  for (const std::string& text :
       {to_check50(result, {{}, {"clean.all"}}), to_junit(result, {{}, {"clean.all"}})})
    CHECK(!has(text, "clean"));
}
