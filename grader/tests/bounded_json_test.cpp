// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/files/bounded_json.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("what is nested without end is refused while it is read") {
  CHECK(parse_bounded("[[1]]", 3)[0][0] == 1);
  CHECK_THROWS_AS(parse_bounded(std::string(2'000'000, '['), 3), nested_too_deeply);
}
