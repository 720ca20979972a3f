// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul.h"

#include <array>

#include <doctest/doctest.h>

#include "grader/compare/compare.h"
#include "grader/tests/bytes.h"

using namespace cudalab;
using namespace cudalab::grader;

namespace {

/// In float and in the plain order, as a right kernel adds up.
std::vector<float> plain_product(const test_case& one, std::size_t I, std::size_t J,
                                 std::size_t K) {
  const auto m = values_of(one.content(0), protocol::element_type::float32);
  const auto n = values_of(one.content(1), protocol::element_type::float32);
  std::vector<float> p(I * K);
  for (std::size_t i = 0; i < I; ++i)
    for (std::size_t j = 0; j < J; ++j)
      for (std::size_t k = 0; k < K; ++k)
        p[i * K + k] += static_cast<float>(m[i * J + j]) * static_cast<float>(n[j * K + k]);
  return p;
}

bool product_passes(const test_case& one, const std::vector<float>& result) {
  return compare(bytes_of(result), protocol::element_type::float32, one.expected("d_P")).passed();
}

} // namespace

TEST_CASE("a product by hand") {
  CHECK(product({1, 2, 3, 4, 5, 6}, {1, 0, 0, 1, 2, 2}, 2, 3, 2) ==
        std::vector<double>{7, 8, 16, 17});
  CHECK(product_row({1, 2, 3, 4, 5, 6}, {1, 0, 0, 1, 2, 2}, 3, 2, 1) ==
        std::vector<double>{16, 17});
}

TEST_CASE("a float product passes, one with a term left out does not") {
  random_source random(7);
  for (const auto& [I, J, K] : {std::array{1, 1, 1}, std::array{17, 33, 5}, std::array{100, 37, 59},
                                std::array{64, 200, 64}}) {
    const test_case one = matmul_case(random, "case", "f", I, J, K);
    auto result = plain_product(one, std::size_t(I), std::size_t(J), std::size_t(K));
    CHECK(product_passes(one, result));
    const auto m = values_of(one.content(0), protocol::element_type::float32);
    const auto n = values_of(one.content(1), protocol::element_type::float32);
    result.back() -= static_cast<float>(m.back() * n.back());
    CHECK_FALSE(product_passes(one, result));
  }
}

TEST_CASE("of a long sum each product shows, also where rounding would make more") {
  random_source random(7);
  for (const auto& [I, J, K] :
       {std::array{1, 65'600, 1}, std::array{1, 250'000, 2}, std::array{3, 1025, 3}}) {
    const test_case one = matmul_case(random, "long", "f", I, J, K, 16, 0x1p-40F);
    const auto right = plain_product(one, std::size_t(I), std::size_t(J), std::size_t(K));
    CHECK(product_passes(one, right));
    const auto m = values_of(one.content(0), protocol::element_type::float32);
    const auto n = values_of(one.content(1), protocol::element_type::float32);
    for (int j = 0; j < J; ++j) {
      const double product = m[std::size_t(j)] * n[std::size_t(j) * std::size_t(K)];
      REQUIRE(product > one.expected("d_P").atol);
    }
    // Added in the other order.
    float sum = 0;
    for (int j = J; j-- > 0;)
      sum += static_cast<float>(m[std::size_t(j)] * n[std::size_t(j) * std::size_t(K)]);
    CHECK(sum == right[0]);
    auto wrong = right;
    wrong.back() -= static_cast<float>(m.back() * n.back());
    CHECK_FALSE(product_passes(one, wrong));
  }
}

TEST_CASE("a large product is checked whole: any single wrong element is found") {
  random_source random(11);
  const test_case one = matmul_case(random, "large", "f", 420, 400, 410);
  CHECK(one.expected("d_P").want.empty());
  const auto right = plain_product(one, 420, 400, 410);
  CHECK(product_passes(one, right));
  for (const std::size_t at :
       {std::size_t{0}, right.size() / 2, right.size() / 3 + 17, right.size() - 1}) {
    auto wrong = right;
    wrong[at] += 0.25f;
    CHECK_FALSE(product_passes(one, wrong));
  }
}

TEST_CASE("a large product that was never written is seen as unwritten") {
  random_source random(12);
  const test_case one = matmul_case(random, "large", "f", 420, 400, 410);
  std::vector<std::byte> bytes(420 * 410 * sizeof(float));
  poison(bytes, 0, 420 * 410, sizeof(float));
  const comparison result = compare(bytes, protocol::element_type::float32, one.expected("d_P"));
  CHECK(result.unwritten == result.elements);
}

TEST_CASE("the call has the function's parameters in order, and others can follow") {
  random_source random(1);
  test_case one = matmul_case(random, "case", "matmul_tiled_dynamic", 2, 3, 4);
  one.value("tile", 16);
  REQUIRE(one.call().arguments.size() == 7);
  CHECK(std::get<protocol::buffer_argument>(one.call().arguments[2]).elements == 8);
  CHECK(std::get<protocol::scalar_argument>(one.call().arguments[4]).value == 3);
  CHECK(std::get<protocol::scalar_argument>(one.call().arguments[6]).name == "tile");
}
