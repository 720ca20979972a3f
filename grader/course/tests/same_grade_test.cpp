// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "grader/course/grade_file.h"

using cudalab::course::first_difference;
using nlohmann::json;

TEST_CASE("grades are the same whatever time they took") {
  const json first = json::parse(R"({"verdict": "pass", "times": [{"seconds": 1.5}]})");
  json then = first;
  then["times"][0]["seconds"] = 2;
  CHECK(first_difference(first, then) == "");
}

TEST_CASE("the first difference of two grades is named with both values") {
  const json first =
      json::parse(R"({"checks": [{"id": "a", "status": "pass"}], "verdict": "pass"})");
  json then = first;
  then["checks"][0]["status"] = "fail";
  CHECK(first_difference(first, then) == R"(/checks/0/status: "pass", then "fail")");
}

TEST_CASE("what one grade has in addition is a difference too") {
  const json first = json::parse(R"({"notes": []})");
  json then = first;
  then["notes"].push_back("slow");
  CHECK(first_difference(first, then) == R"(/notes/-: nothing, then "slow")");
}
