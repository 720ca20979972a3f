// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/tensor_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace cudalab::emulator {

namespace {

using matrices::element;

constexpr int float_fraction = 23, least_float_exponent = -126;
constexpr int more_bits = 2; ///< behind a float's last, while terms are added
constexpr int no_exponent = std::numeric_limits<int>::min();

int fraction_bits(element kind) {
  return kind == element::bfloat16 ? 7 : 10;
}

/// A finite float as significand * 2^(exponent - 23), exponent at least that of normal numbers.
struct float_parts {
  std::int32_t significand, exponent;
};

float_parts parts_of(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto field = static_cast<std::int32_t>(bits >> float_fraction & 0xff);
  const auto fraction = static_cast<std::int32_t>(bits & 0x7fffff);
  const std::int32_t size = field == 0 ? fraction : fraction | 0x800000;
  return {(bits >> 31) != 0 ? -size : size, std::max(field, 1) - 127};
}

/// `number` of which `right` bits are cut off, towards 0. (No branch: signs come at random.)
std::int64_t moved(std::int64_t number, int right) {
  const std::int64_t sign = number >> 63;
  return (((number ^ sign) - sign) >> std::min(right, 63) ^ sign) - sign;
}

/// A double, for which that is no less than its normal numbers have.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// sum * 2^exponent, without what a float cannot hold.
float cut_to_float(std::int64_t sum, int exponent) {
  if (sum == 0)
    return 0;
  std::uint64_t size =
      sum < 0 ? 0 - static_cast<std::uint64_t>(sum) : static_cast<std::uint64_t>(sum);
  const int highest = std::bit_width(size) - 1 + exponent;
  const int last = std::max(highest, least_float_exponent) - float_fraction;
  if (last > exponent) {
    size = last - exponent < 64 ? size >> (last - exponent) : 0;
    exponent = last;
  }
  const auto result = static_cast<float>(static_cast<double>(size) * power_of_two(exponent));
  return sum < 0 ? -result : result;
}

double value_of(const tensor_number& one, element kind) {
  return one.finite ? one.significand * power_of_two(one.exponent - fraction_bits(kind))
                    : static_cast<double>(one.special);
}

/// Infinity or NaN, or too much for a float's exponent: as IEEE 754 says.
float sum_of_specials(float c, const tensor_number* a, const tensor_number* b, unsigned count,
                      element kind) {
  double sum = c;
  for (unsigned i = 0; i < count; ++i)
    sum += value_of(a[i], kind) * value_of(b[i], kind);
  return std::isnan(sum) ? std::bit_cast<float>(tensor_nan) : static_cast<float>(sum);
}

} // namespace

tensor_number tensor_number_of(std::uint32_t bits, element kind) {
  if (kind == element::tf32)
    bits >>= 13;
  const int fraction_is = fraction_bits(kind), exponent_is = kind == element::half ? 5 : 8;
  const std::int32_t no_number = (1 << exponent_is) - 1;
  const auto field = static_cast<std::int32_t>(bits >> fraction_is) & no_number;
  const auto fraction = static_cast<std::int32_t>(bits & ((1U << fraction_is) - 1));
  const bool negative = (bits >> (fraction_is + exponent_is) & 1) != 0;
  tensor_number one;
  one.finite = field != no_number;
  if (!one.finite) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    one.special = fraction != 0 ? std::numeric_limits<float>::quiet_NaN()
                  : negative    ? -infinity
                                : infinity;
    return one;
  }
  const std::int32_t size = field == 0 ? fraction : fraction | 1 << fraction_is;
  one.significand = negative ? -size : size;
  one.exponent = std::max(field, 1) - (kind == element::half ? 15 : 127);
  return one;
}

float tensor_sum(float c, const tensor_number* a, const tensor_number* b, unsigned count,
                 element kind) {
  bool finite = std::isfinite(c);
  const float_parts start = finite ? parts_of(c) : float_parts{0, 0};
  std::array<std::int64_t, 16> products{};
  std::array<int, 16> exponents{};
  int largest = start.significand != 0 ? start.exponent : no_exponent;
  for (unsigned i = 0; i < count; ++i) {
    finite = finite & a[i].finite & b[i].finite;
    products[i] = std::int64_t{a[i].significand} * b[i].significand;
    exponents[i] = a[i].exponent + b[i].exponent;
    largest = std::max(largest, products[i] != 0 ? exponents[i] : no_exponent);
  }
  if (!finite)
    return sum_of_specials(c, a, b, count, kind);
  if (largest == no_exponent)
    return c + 0.0f;
  // The last place of the largest is so many bits further left than that of its sum.
  const int left = float_fraction + more_bits - 2 * fraction_bits(kind);
  std::int64_t sum = moved(std::int64_t{start.significand} * (1 << more_bits),
                           start.significand != 0 ? largest - start.exponent : 0);
  for (unsigned i = 0; i < count; ++i) // (a product of 0 may have a larger exponent)
    sum += moved(products[i] * (1 << left), std::max(largest - exponents[i], 0));
  return cut_to_float(sum, largest - float_fraction - more_bits);
}

} // namespace cudalab::emulator
