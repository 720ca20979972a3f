// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/convolution.h"

#include <doctest/doctest.h>

#include "grader/compare/compare.h"
#include "grader/compare/tolerance.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

std::vector<float> floats_of(const test_case& one, std::size_t argument) {
  const auto values = values_of(one.content(argument), protocol::element_type::float32);
  return {values.begin(), values.end()};
}

/// In float and in the plain order, as a right kernel adds up.
std::vector<float> plain_convolution(const test_case& one) {
  const auto in = floats_of(one, 0), filter = floats_of(one, 2);
  std::vector<float> out(in.size() - filter.size() + 1);
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t j = 0; j < filter.size(); ++j)
      out[i] += in[i + j] * filter[j];
  return out;
}

bool sums_pass(const test_case& one, const std::vector<float>& result) {
  return compare(bytes_of(result), protocol::element_type::float32, one.expected("d_out")).passed();
}

} // namespace

TEST_CASE("a convolution by hand") {
  CHECK(convolution({1, 2, 3, 4}, {10, 1}, 0, 3) == std::vector<double>{12, 23, 34});
  CHECK(convolution({1, 2, 3, 4}, {10, 1}, 1, 2) == std::vector<double>{23});
}

TEST_CASE("a float convolution passes, one without its last product does not") {
  random_source random(8);
  const int lengths[][2] = {{1, 1}, {40, 40}, {700, 33}, {3000, 2000}};
  for (const auto& [in_len, filter_len] : lengths) {
    const test_case one =
        convolution_case(random, "case", "f", in_len, filter_len, 256,
                         random_sum_tolerance(static_cast<std::size_t>(filter_len), 1));
    auto result = plain_convolution(one);
    CHECK(sums_pass(one, result));
    const float last = floats_of(one, 0).back() * floats_of(one, 2).back();
    REQUIRE(last != 0); // of this seed
    result.back() -= last;
    CHECK_FALSE(sums_pass(one, result));
  }
}

TEST_CASE("a large convolution is checked whole: any single wrong output is found") {
  random_source random(11);
  const int filter_len = 1000, outputs = 512 * 200;
  const test_case one = convolution_case(random, "large", "f", outputs + filter_len - 1, filter_len,
                                         256, random_sum_tolerance(filter_len, 1));
  CHECK(one.expected("d_out").want.empty());
  auto result = plain_convolution(one);
  REQUIRE(sums_pass(one, result));
  for (const std::size_t at : {std::size_t{70001}, std::size_t{512 * 77}, result.size() - 1}) {
    auto wrong = result;
    wrong[at] += 0.1f;
    CHECK_FALSE(sums_pass(one, wrong));
  }
}

TEST_CASE("the sums of a row tell which row is wrong") {
  random_source random(13);
  const auto in = random.floats(400), filter = random.floats(81);
  auto out = convolution(in, filter, 0, 320);
  const std::vector<double> angles = {0.7, 2.9};
  CHECK(suspicious_convolution_rows(in, filter, out, 100, angles, 1e-9).empty());
  out[250] += 1e-6;
  CHECK(suspicious_convolution_rows(in, filter, out, 100, angles, 1e-9) ==
        std::vector<std::size_t>{2});
  out[319] = 0.0 / 0.0;
  CHECK(suspicious_convolution_rows(in, filter, out, 100, angles, 1e-9) ==
        std::vector<std::size_t>{2, 3});
}
