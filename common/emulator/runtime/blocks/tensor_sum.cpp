// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/tensor_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "emulator/include/cudalab/narrow_bits.h"

namespace cudalab::emulator {

namespace {

using matrices::element;

constexpr int float_fraction = 23, least_float_exponent = -126;
constexpr int more_bits = 2; ///< behind a float's last, while terms are added
constexpr int no_exponent = std::numeric_limits<int>::min();

int fraction_bits(element kind) {
  return kind == element::bfloat16 ? 7 : 10;
}

int least_exponent(element kind) {
  return kind == element::half ? -14 : least_float_exponent;
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

/// Towards 0.
std::int64_t moved(std::int64_t term, int left) {
  if (left >= 0)
    return term * (std::int64_t{1} << left);
  if (left < -62)
    return 0;
  return term < 0 ? -(-term >> -left) : term >> -left;
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
  const auto result = static_cast<float>(std::ldexp(static_cast<double>(size), exponent));
  return sum < 0 ? -result : result;
}

/// Infinity or NaN, or too much for a float's exponent: as IEEE 754 says.
float sum_of_specials(float c, const tensor_number* a, const tensor_number* b, unsigned count) {
  double sum = c;
  for (unsigned i = 0; i < count; ++i)
    sum += static_cast<double>(a[i].value) * static_cast<double>(b[i].value);
  return std::isnan(sum) ? std::bit_cast<float>(tensor_nan) : static_cast<float>(sum);
}

} // namespace

tensor_number tensor_number_of(std::uint32_t bits, element kind) {
  tensor_number one;
  one.value = kind == element::half       ? half_value(static_cast<unsigned short>(bits))
              : kind == element::bfloat16 ? bfloat16_value(static_cast<unsigned short>(bits))
                                          : std::bit_cast<float>(bits & ~0x1fffu);
  one.finite = std::isfinite(one.value);
  if (!one.finite)
    return one;
  const float_parts parts = parts_of(one.value);
  const int below = std::max(least_exponent(kind) - parts.exponent, 0);
  one.exponent = parts.exponent + below;
  one.significand = static_cast<std::int32_t>(
      moved(parts.significand, fraction_bits(kind) - float_fraction - below));
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
    finite = finite && a[i].finite && b[i].finite;
    products[i] = std::int64_t{a[i].significand} * b[i].significand;
    exponents[i] = a[i].exponent + b[i].exponent;
    if (products[i] != 0)
      largest = std::max(largest, exponents[i]);
  }
  if (!finite)
    return sum_of_specials(c, a, b, count);
  if (largest == no_exponent)
    return c + 0.0f;
  const int unit = largest - float_fraction - more_bits;
  std::int64_t sum = moved(start.significand, start.exponent - float_fraction - unit);
  for (unsigned i = 0; i < count; ++i)
    if (products[i] != 0)
      sum += moved(products[i], exponents[i] - 2 * fraction_bits(kind) - unit);
  return cut_to_float(sum, unit);
}

} // namespace cudalab::emulator
