// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
// Computed in long double (64 bits of mantissa on x86-64) and rounded once, so that double results
// are within one unit in the last place; float results are the double ones, rounded.
#include "emulator/include/cudalab/special_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "emulator/device/error_function.h"

using namespace cudalab::emulator;

namespace {

constexpr long double root_two = 1.41421356237309504880168872420969808L;

/// sin(pi x) with x reduced exactly first.
long double sine_of_pi_times(double x) {
  double r = std::remainder(x, 2.0); // NaN for an infinity
  if (std::abs(r) > 0.5)
    r = std::copysign(1.0, r) - r; // exact
  return r == 0 ? std::copysign(0.0L, static_cast<long double>(x))
                : std::sin(std::numbers::pi_v<long double> * r);
}

long double cosine_of_pi_times(double x) {
  const double r = std::abs(std::remainder(x, 2.0));
  if (r == 0.5)
    return 0;
  return r <= 0.25 ? std::cos(std::numbers::pi_v<long double> * r)
                   : std::sin(std::numbers::pi_v<long double> * (0.5L - r));
}

/// The modified Bessel function I of order 0 or 1; Abramowitz and Stegun 9.6.10 and 9.7.1.
long double bessel_i(int order, double argument) {
  const long double x = std::abs(static_cast<long double>(argument));
  long double sum = 1, term = 1;
  if (x < 30) {
    const long double square = x * x / 4;
    for (int k = 1; term > sum * 1e-20L; ++k)
      sum += term *= square / (static_cast<long double>(k) * (k + order));
    sum *= order == 0 ? 1 : x / 2;
  } else if (std::isinf(x)) {
    sum = x;
  } else {
    for (int k = 1; k < 40 && std::abs(term) > 1e-20L; ++k) {
      const int odd = 2 * k - 1;
      sum += term *= static_cast<long double>(odd * odd - 4 * order * order) / (8 * k * x);
    }
    sum *= std::exp(x) / std::sqrt(2 * std::numbers::pi_v<long double> * x);
  }
  return order == 1 && argument < 0 ? -sum : sum;
}

long double length(long double x, long double y, long double z = 0, long double w = 0) {
  if (std::isinf(x) || std::isinf(y) || std::isinf(z) || std::isinf(w))
    return std::numeric_limits<long double>::infinity();
  return std::sqrt(x * x + y * y + z * z + w * w); // no square of a double overflows
}

} // namespace

#define FUNCTION(name, value)                                                                      \
  double name(double x) noexcept {                                                                 \
    return static_cast<double>(value);                                                             \
  }                                                                                                \
  float name##f(float x) noexcept {                                                                \
    return static_cast<float>(value);                                                              \
  }
FUNCTION(sinpi, sine_of_pi_times(x))
FUNCTION(cospi, cosine_of_pi_times(x))
FUNCTION(rcbrt, 1 / std::cbrt(static_cast<long double>(x)))
FUNCTION(erfinv, inverse_erf(x))
FUNCTION(erfcinv, inverse_erfc(x))
FUNCTION(erfcx, scaled_erfc(x))
FUNCTION(normcdf, std::erfc(-x / root_two) / 2)
FUNCTION(normcdfinv, -root_two* inverse_erfc(2 * static_cast<long double>(x)))
FUNCTION(cyl_bessel_i0, bessel_i(0, x))
FUNCTION(cyl_bessel_i1, bessel_i(1, x))

double rhypot(double x, double y) {
  return static_cast<double>(1 / length(x, y));
}
float rhypotf(float x, float y) {
  return static_cast<float>(1 / length(x, y));
}
double norm3d(double x, double y, double z) {
  return static_cast<double>(length(x, y, z));
}
float norm3df(float x, float y, float z) {
  return static_cast<float>(length(x, y, z));
}
double rnorm3d(double x, double y, double z) {
  return static_cast<double>(1 / length(x, y, z));
}
float rnorm3df(float x, float y, float z) {
  return static_cast<float>(1 / length(x, y, z));
}
double norm4d(double x, double y, double z, double w) {
  return static_cast<double>(length(x, y, z, w));
}
float norm4df(float x, float y, float z, float w) {
  return static_cast<float>(length(x, y, z, w));
}
double rnorm4d(double x, double y, double z, double w) {
  return static_cast<double>(1 / length(x, y, z, w));
}
float rnorm4df(float x, float y, float z, float w) {
  return static_cast<float>(1 / length(x, y, z, w));
}
