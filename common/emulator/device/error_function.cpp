// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/device/error_function.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace cudalab::emulator {

namespace {

constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double no_number = std::numeric_limits<long double>::quiet_NaN();

/// Within 0.4 %, from ln(1 - erf(z)^2): S. Winitzki, "A handy approximation for the error function
/// and its inverse", 2008.
long double first_guess(long double logarithm) {
  constexpr long double a = 0.147L;
  const long double half = 2 / (std::numbers::pi_v<long double> * a) + logarithm / 2;
  return std::sqrt(std::sqrt(half * half - logarithm / a) - half);
}

/// Halley's step for erf(z) = y or erfc(z) = y, from the error divided by 2 / sqrt(pi).
long double step(long double z, long double error) {
  const long double newton = error * std::exp(z * z);
  return newton / (1 + z * newton);
}

constexpr int most_steps = 8;
constexpr long double close_enough = 1e-18L;

/// @param y 0 < y < 0.75
long double small_inverse_erf(long double y) {
  long double z = y < 1e-3L ? y * std::sqrt(std::numbers::pi_v<long double>) / 2
                            : first_guess(std::log1p(-y * y));
  for (int i = 0; i < most_steps; ++i) {
    const long double change =
        step(z, (std::erf(z) - y) * std::sqrt(std::numbers::pi_v<long double>) / 2);
    z -= change;
    if (std::abs(change) < close_enough * z)
      break;
  }
  return z;
}

/// @param y 0 < y <= 0.25, so z is beyond 0.8
long double large_inverse_erfc(long double y) {
  long double z = first_guess(std::log(y * (2 - y)));
  for (int i = 0; i < most_steps; ++i) {
    const long double change =
        step(z, (y - std::erfc(z)) * std::sqrt(std::numbers::pi_v<long double>) / 2);
    z -= change;
    if (std::abs(change) < close_enough * z)
      break;
  }
  return z;
}

} // namespace

long double inverse_erf(long double y) {
  const long double size = std::abs(y);
  if (!(size < 1))
    return size == 1 ? y * infinity : no_number;
  if (size == 0)
    return y;
  return std::copysign(size < 0.75L ? small_inverse_erf(size) : large_inverse_erfc(1 - size), y);
}

long double inverse_erfc(long double y) {
  if (!(y > 0 && y < 2))
    return y == 0 ? infinity : y == 2 ? -infinity : no_number;
  return y <= 0.25L ? large_inverse_erfc(y) : inverse_erf(1 - y);
}

long double scaled_erfc(long double x) {
  if (!(x > 10))
    return std::exp(x * x) * std::erfc(x);
  long double fraction = x; // Abramowitz and Stegun 7.1.14
  for (int k = 60; k > 0; --k)
    fraction = x + k / (2 * fraction);
  return 1 / (std::sqrt(std::numbers::pi_v<long double>) * fraction);
}

} // namespace cudalab::emulator
