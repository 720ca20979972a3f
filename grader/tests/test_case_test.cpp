// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/test_case.h"

#include <stdexcept>

#include <doctest/doctest.h>

using namespace cudalab;
using namespace cudalab::grader;

TEST_CASE("one seed gives the same numbers for ever: these were written down once") {
  random_source random(42);
  CHECK(random.bits() == 13679457532755275413u);
  CHECK(random.bits() == 2949826092126892291u);
}

TEST_CASE("numbers stay in their range") {
  random_source random(3);
  bool low = false, high = false;
  for (int i = 0; i < 10'000; ++i) {
    const float f = random.uniform(-1, 1);
    REQUIRE(f >= -1);
    REQUIRE(f < 1);
    const int n = random.integer(-2, 2);
    REQUIRE(n >= -2);
    REQUIRE(n <= 2);
    low = low || n == -2;
    high = high || n == 2;
  }
  CHECK(low);
  CHECK(high);
  CHECK(random.integer(5, 5) == 5);
}

TEST_CASE("a measured case may be wider on a GPU") {
  test_case one("case", "f");
  one.output("d_out", protocol::element_type::float32, 1).expect("d_out", [] {
    expectation wanted{{1}, 0, 0.02, {1, 1, 0, 0}, {}};
    wanted.gpu_rtol = 0.35;
    return wanted;
  });
  CHECK(one.expected("d_out").rtol == 0.02);
  one.on_gpu();
  CHECK(one.expected("d_out").rtol == 0.35);
  test_case other("case", "f");
  other.output("d_out", protocol::element_type::float32, 1).expect("d_out", [] {
    return expectation{{1}, 0, 0.5, {1, 1, 0, 0}, {}};
  });
  other.on_gpu();
  CHECK(other.expected("d_out").rtol == 0.5);
}

TEST_CASE("an expectation is computed once, and only when asked for") {
  int computed = 0;
  test_case one("case", "f");
  one.output("d_out", protocol::element_type::float32, 1).expect("d_out", [&] {
    ++computed;
    return expectation{{1}, 0, 0, {1, 1, 0, 0}, {}};
  });
  CHECK(computed == 0);
  CHECK(one.expected("d_out").want == std::vector<double>{1});
  one.expected("d_out");
  CHECK(computed == 1);
}

TEST_CASE("what a lab forgot to say is a clear error") {
  test_case one("case", "f");
  one.output("d_out", protocol::element_type::float32, 1);
  CHECK_THROWS_AS(one.expected("d_out"), std::logic_error);
  CHECK_THROWS_AS(one.content(0), std::logic_error);
  CHECK(one.known_mistakes("d_out").empty());
}

TEST_CASE("a scene calls the function, and messages name the function") {
  test_case one("case", "sum_tree");
  one.value("n", 5).called_by("sum_scene").value("which", 2);
  CHECK(one.call().function == "sum_scene");
  CHECK(one.call().arguments.size() == 2);
  CHECK(one.function() == "sum_tree");
}

TEST_CASE("a buffer has a title when the lab gave it one") {
  test_case one("case", "f");
  one.input("d_in", std::vector<int>{1, 2}).title("d_in", "ages in steps");
  CHECK(one.title("d_in") == "ages in steps");
  CHECK(one.title("d_out").empty());
}
