// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/bounded_json.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("what is nested without end is refused while it is read") {
  CHECK(parse_bounded("[[1]]", 3)[0][0] == 1);
  CHECK_THROWS_AS(parse_bounded(std::string(2'000'000, '['), 3), unfit_json);
}

TEST_CASE("two values under one key, and a number without bounds, are refused") {
  CHECK(parse_bounded(R"({"a": {"b": 1}, "b": [{"a": 2}, {"a": 3}]})", 9)["b"][1]["a"] == 3);
  CHECK_THROWS_AS(parse_bounded(R"({"a": 1, "b": {}, "a": 2})", 9), unfit_json);
  CHECK_THROWS_AS(parse_bounded(R"({"a": [{"b": 1, "\u0062": 2}]})", 9), unfit_json);
  CHECK_THROWS_AS(parse_bounded(R"({"a": 1e999})", 9), unfit_json);
}
