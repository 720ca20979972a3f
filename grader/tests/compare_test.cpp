// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/compare.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;
using protocol::element_type;

TEST_CASE("an element passes within atol + rtol * |want| and not beyond") {
  const expectation wanted{{}, 0.5, 0.25, {}, {}};
  CHECK(close_enough(10.0, 10.0, wanted));
  CHECK(close_enough(13.0, 10.0, wanted)); // the bound itself: 0.5 + 2.5
  CHECK_FALSE(close_enough(13.001, 10.0, wanted));
  CHECK(close_enough(-13.0, -10.0, wanted));
  CHECK_FALSE(close_enough(-10.0, 10.0, wanted));
}

TEST_CASE("NaN and Inf never pass, whatever is expected and however wide the tolerance") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const expectation wanted{{}, inf, 1, {}, {}};
  for (const double got : {nan, inf, -inf})
    for (const double want : {nan, inf, 0.0, 1.0})
      CHECK_FALSE(close_enough(got, want, wanted));
  CHECK_FALSE(close_enough(1.0, nan, wanted));
  CHECK_FALSE(close_enough(1.0, inf, wanted));
}

TEST_CASE("of a part what is written counts, and something is") {
  expectation wanted{{1, 2, 3}, 1e-6, 0, {1, 3, 0, 0}, {}};
  wanted.in_part = true;
  auto bytes = bytes_of<float>({1, 2, 7});
  poison(bytes, 1, 1, sizeof(float));
  CHECK(compare(bytes, element_type::float32, wanted).wrong == 1);
  poison(bytes, 2, 1, sizeof(float));
  CHECK(compare(bytes, element_type::float32, wanted).passed());
  poison(bytes, 0, 1, sizeof(float));
  CHECK(compare(bytes, element_type::float32, wanted).unwritten == 3);
}

TEST_CASE("right, wrong and unwritten elements are told apart, with their places") {
  const expectation wanted{{1, 2, 3, 4, 5, 6}, 1e-6, 0, {2, 3, 0, 0}, {}};
  auto bytes = bytes_of<float>({1, 2, 7, 4, 5, std::nanf("")});
  poison(bytes, 4, 1, sizeof(float));
  const comparison result = compare(bytes, element_type::float32, wanted);
  CHECK_FALSE(result.passed());
  CHECK(result.elements == 6);
  CHECK(result.right == 3);
  CHECK(result.wrong == 2);
  CHECK(result.unwritten == 1);
  CHECK(result.not_finite == 1);
  CHECK(result.largest_error == doctest::Approx(4));
  REQUIRE(result.first.size() == 3);
  CHECK(result.first[0].row == 0);
  CHECK(result.first[0].column == 2);
  CHECK(result.first[0].expected == 3);
  CHECK(result.first[0].got == 7);
  CHECK(result.first[1].row == 1);
  CHECK(result.first[1].column == 1);
  CHECK(result.first[1].unwritten);
  CHECK_FALSE(result.first[2].unwritten);
  CHECK(result.cells[4] == cell::unwritten);
}

TEST_CASE("only the first differences are kept, all are counted") {
  const expectation wanted{std::vector<double>(100, 1.0), 0, 0, {10, 10, 0, 0}, {}};
  const comparison result =
      compare(bytes_of<float>(std::vector<float>(100, 2)), element_type::float32, wanted);
  CHECK(result.wrong == 100);
  CHECK(result.first.size() == 8);
}

TEST_CASE("an integer that looks like poison is right where -1 is") {
  const expectation wanted{{-1, -1, 0}, 0, 0, {1, 3, 0, 0}, {}};
  const comparison result = compare(bytes_of<int>({-1, 3, -1}), element_type::int32, wanted);
  CHECK(result.cells[0] == cell::right);
  CHECK(result.cells[1] == cell::wrong);
  CHECK(result.cells[2] == cell::unwritten);
}

TEST_CASE("an output with no elements passes") {
  CHECK(compare({}, element_type::float32, {{}, 0, 0, {0, 0, 0, 0}, {}}).passed());
}

TEST_CASE("sizes that do not agree are the lab's mistake") {
  CHECK_THROWS_AS(
      compare(bytes_of<float>({1, 2}), element_type::float32, {{1, 2, 3}, 0, 0, {1, 3, 0, 0}, {}}),
      std::logic_error);
}

TEST_CASE("with a row oracle only some rows are compared, and poison is seen everywhere") {
  expectation wanted{{}, 1e-6, 0, {4, 2, 0, 0}, {}};
  wanted.rows.row = [](std::size_t row) {
    return std::vector<double>(2, static_cast<double>(row));
  };
  wanted.rows.suspicious_rows = [](const std::vector<double>& got) {
    return got[4] != 2 ? std::vector<std::size_t>{2} : std::vector<std::size_t>{};
  };
  wanted.rows.sampled_rows = {0};
  auto bytes = bytes_of<float>({0, 0, 1, 1, 2, 2, 3, 3});
  CHECK(compare(bytes, element_type::float32, wanted).passed());
  CHECK(compare(bytes, element_type::float32, wanted).unchecked == 6);

  bytes = bytes_of<float>({0, 0, 1, 1, 9, 2, 3, 3});
  const comparison suspicious = compare(bytes, element_type::float32, wanted);
  CHECK(suspicious.wrong == 1);
  CHECK(suspicious.right == 3);
  CHECK(suspicious.first.front().row == 2);

  bytes = bytes_of<float>({0, 0, 1, 1, 2, 2, 3, 3});
  poison(bytes, 3, 1, sizeof(float));
  CHECK(compare(bytes, element_type::float32, wanted).unwritten == 1);
}

TEST_CASE("an undecided element may be any finite number, and no other one may") {
  expectation wanted{{1, 2, 3, 4}, 1e-6, 0, {1, 4, 0, 0}, {}};
  wanted.undecided = {1, 3};
  const comparison far = compare(bytes_of<float>({1, 200, 3, -4}), element_type::float32, wanted);
  CHECK(far.passed());
  CHECK(far.right == 2);
  CHECK(far.unchecked == 2);
  CHECK_FALSE(
      compare(bytes_of<float>({1, std::nanf(""), 3, 4}), element_type::float32, wanted).passed());
  CHECK_FALSE(compare(bytes_of<float>({10, 2, 3, 4}), element_type::float32, wanted).passed());
  CHECK_FALSE(compare(bytes_of<float>({1, 2, 3.5f, 4}), element_type::float32, wanted).passed());
}
