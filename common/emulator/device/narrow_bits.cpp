// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/include/cudalab/narrow_bits.h"

#include <algorithm>
#include <cstdint>

namespace cudalab::emulator {

namespace {

constexpr int double_fraction = 52, double_bias = 1023;
constexpr unsigned not_a_number_bits = 0x7fff;

template <int exponent_bits, int fraction_bits>
unsigned short narrowed(double x, narrowing rounding) {
  constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  constexpr unsigned infinite = ((1u << exponent_bits) - 1) << fraction_bits;
  if (x != x)
    return not_a_number_bits;
  const auto bits = same_bits<std::uint64_t>(x);
  const bool negative = bits >> 63 != 0;
  const auto exponent = static_cast<int>(bits >> double_fraction & 0x7ff);
  std::uint64_t fraction = bits & ((std::uint64_t{1} << double_fraction) - 1);
  unsigned size = infinite;
  if (exponent != 0x7ff) {
    if (exponent != 0)
      fraction |= std::uint64_t{1} << double_fraction;
    // What is below the least normal number keeps fewer bits.
    const int least = double_bias - bias + 1, place = std::max(exponent, least);
    const int shift = std::min(double_fraction - fraction_bits + least - std::min(exponent, least),
                               double_fraction + 2);
    const std::uint64_t rest = fraction & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    const std::uint64_t kept = fraction >> shift;
    const bool away = rounding == narrowing::to_nearest
                          ? rest > half || (rest == half && (kept & 1) != 0)
                          : rest != 0 && (rounding == narrowing::up     ? !negative
                                          : rounding == narrowing::down ? negative
                                                                        : false);
    // A carry out of the fraction goes into the exponent, as it should.
    const std::uint64_t made =
        (static_cast<std::uint64_t>(place - least) << fraction_bits) + kept + (away ? 1 : 0);
    size = static_cast<unsigned>(std::min<std::uint64_t>(made, infinite));
    const bool stays_finite = rounding == narrowing::to_zero ||
                              (rounding == narrowing::up && negative) ||
                              (rounding == narrowing::down && !negative);
    if (size == infinite && stays_finite)
      size = infinite - 1;
  }
  return static_cast<unsigned short>(size | (negative ? 0x8000 : 0));
}

} // namespace

unsigned short half_bits(double x, narrowing rounding) {
  return narrowed<5, 10>(x, rounding);
}

unsigned short bfloat16_bits(double x, narrowing rounding) {
  return narrowed<8, 7>(x, rounding);
}

double fused_for_narrowing(double a, double b, double c) {
  // Rounded to odd (Boldo and Melquiond, "When double rounding is odd", 2004): an inexact sum ends
  // in 1, so that no later rounding to fewer bits takes it for a tie.
  const double product = a * b; // exact
  const double sum = product + c;
  const double of_product = sum - c, of_c = sum - of_product;
  const double lost = (product - of_product) + (c - of_c);
  auto bits = same_bits<std::uint64_t>(sum);
  if (!(lost < 0 || lost > 0) || (bits & 1) != 0 || sum - sum != 0)
    return sum;
  bits += (lost > 0) == (sum > 0) ? 1 : -1;
  return same_bits<double>(bits);
}

} // namespace cudalab::emulator
