// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/read_grade.h"

#include <doctest/doctest.h>

#include "grader/report/json.h"
#include "grader/report/text.h"
#include "grader/tests/fixed_grade.h"

using namespace cudalab::grader;

TEST_CASE("a grade that is written and read is the same grade") {
  grade before = fixed_grade();
  before.backend = backend::gpu;
  finding& race = before.checks[2].findings[0];
  race.title = "a title", race.page = "docs/findings/race.md", race.seen_in = "3 x 4";
  race.parties[0].thread_known = false, race.parties[1].on_host = true;
  race.story = "write_first";
  race.missed = {"Mds", -4, 4, 64, "bytes", "a.cu", "b.cu", 3, 0};
  before.sources = {{"lab04.cu", {{7, "int x = 0;"}, {9, ""}}}};
  before.checks[1].data["known_mistake"] = "x and y are exchanged";
  before.checks[1].details = {"one", "two"};
  const grade after = read_grade(nlohmann::json::parse(to_json_text(before)));
  CHECK(to_json_text(after) == to_json_text(before));
  CHECK(to_text(after, {}) == to_text(before, {}));
}

TEST_CASE("what is no grade is refused") {
  CHECK_THROWS_AS(read_grade(nlohmann::json::object()), nlohmann::json::exception);
  CHECK_THROWS_AS(read_grade(nlohmann::json::array()), nlohmann::json::exception);
}
