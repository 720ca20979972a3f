// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "emulator/include/cudalab/narrow_bits.h"
#include "emulator/runtime/blocks/tensor_sum.h"
#include "measured_sums.h"

using namespace cudalab::emulator;
using matrices::element;

namespace {

std::vector<tensor_number> tensor_numbers(const std::vector<std::uint32_t>& bits, element kind) {
  std::vector<tensor_number> all;
  for (const std::uint32_t each : bits)
    all.push_back(tensor_number_of(each, kind));
  return all;
}

float tensor_sum_of(float c, const std::vector<std::uint32_t>& a,
                    const std::vector<std::uint32_t>& b, element kind) {
  return tensor_sum(c, tensor_numbers(a, kind).data(), tensor_numbers(b, kind).data(),
                    static_cast<unsigned>(a.size()), kind);
}

std::uint32_t tensor_half_of(double x) {
  return half_bits(x, narrowing::to_nearest);
}

std::vector<std::uint32_t> tensor_halves(const std::vector<double>& values) {
  std::vector<std::uint32_t> bits;
  for (const double each : values)
    bits.push_back(tensor_half_of(each));
  return bits;
}

} // namespace

TEST_CASE("sums have the bits that an H200 gave") {
  CHECK(measured_sums().size() == 21);
  for (const measured_sum& each : measured_sums())
    CHECK(std::bit_cast<std::uint32_t>(tensor_sum_of(std::bit_cast<float>(each.start), each.a,
                                                     each.b, each.kind)) == each.sum);
}

TEST_CASE("two bits behind a float's last are kept while terms are added, and no more") {
  // 2^24 + 4 quarters: each is two bits behind the last place of 2^24, which is worth 2... so 1/2.
  const float large = 0x1p24f;
  CHECK(tensor_sum_of(large, tensor_halves({0.5, 0.5, 0.5, 0.5}), tensor_halves({1, 1, 1, 1}),
                      element::half) == large + 2);
  CHECK(tensor_sum_of(large, tensor_halves({0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25}),
                      tensor_halves({1, 1, 1, 1, 1, 1, 1, 1}), element::half) == large);
}

TEST_CASE("a sum is cut off towards 0, not rounded") {
  CHECK(tensor_sum_of(1.0f, tensor_halves({0x1p-12}), tensor_halves({0x1.8p-12}), element::half) ==
        1.0f);
  CHECK(tensor_sum_of(1.0f, tensor_halves({0x1p-12}), tensor_halves({0x1.fp-12}), element::half) ==
        1.0f);
  CHECK(tensor_sum_of(-1.0f, tensor_halves({-0x1p-12}), tensor_halves({0x1.fp-12}),
                      element::half) == -1.0f);
}

TEST_CASE("a product with 0 does not move the others, however large its other factor is") {
  CHECK(tensor_sum_of(0x1p-24f, tensor_halves({0}), tensor_halves({65504}), element::half) ==
        0x1p-24f);
}

TEST_CASE("the last 13 bits of a float do not count in TensorFloat-32") {
  const std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f);
  CHECK(tensor_sum_of(0, {one | 0x1fff}, {one}, element::tf32) == 1.0f);
  CHECK(tensor_sum_of(0, {one | 0x2000}, {one}, element::tf32) == 1.0f + 0x1p-10f);
}

TEST_CASE("infinities and NaN are those of IEEE 754, and every NaN is the same") {
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(tensor_sum_of(1, tensor_halves({infinite}), tensor_halves({-2}), element::half) ==
        -std::numeric_limits<float>::infinity());
  for (const float sum :
       {tensor_sum_of(1, tensor_halves({infinite}), tensor_halves({0}), element::half),
        tensor_sum_of(1, tensor_halves({infinite, infinite}), tensor_halves({1, -1}),
                      element::half),
        tensor_sum_of(std::nanf(""), tensor_halves({1}), tensor_halves({1}), element::half)})
    CHECK(std::bit_cast<std::uint32_t>(sum) == tensor_nan);
  const std::uint32_t large = std::bit_cast<std::uint32_t>(0x1p100f) >> 16;
  CHECK(tensor_sum_of(0, {large}, {large}, element::bfloat16) ==
        std::numeric_limits<float>::infinity());
}

TEST_CASE("sums stay within the bound that the page gives") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> a(16), b(16);
    float c = static_cast<float>(uniform(random));
    double exact = static_cast<double>(c), largest = std::abs(exact);
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = static_cast<double>(
          half_value(static_cast<unsigned short>(tensor_half_of(uniform(random)))));
      b[i] = static_cast<double>(
          half_value(static_cast<unsigned short>(tensor_half_of(uniform(random)))));
      exact += a[i] * b[i];
      largest = std::max(largest, std::abs(a[i] * b[i]));
    }
    const double error = std::abs(
        static_cast<double>(tensor_sum_of(c, tensor_halves(a), tensor_halves(b), element::half)) -
        exact);
    CHECK(error <= 17 * 0x1p-24 * largest + 0x1p-23 * std::abs(exact));
  }
}
