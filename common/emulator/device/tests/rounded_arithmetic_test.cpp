// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <climits>
#include <cmath>
#include <limits>
#include <random>

#include "emulator/include/cuComplex.h"
#include "emulator/include/cudalab/conversions.h"
#include "emulator/include/cudalab/rounded_arithmetic.h"

namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();

/// A float of any size and sign, also denormal; never infinite or NaN.
float any_float(std::mt19937& random) {
  for (;;)
    if (const float x = __uint_as_float(random()); std::isfinite(x))
      return x;
}

/// Whether these are the exact value rounded down, up, towards zero and to nearest.
template <class Exact>
bool rounded(Exact exact, float down, float up, float to_zero, float nearest) {
  if (std::abs(exact) > static_cast<Exact>(std::numeric_limits<float>::max()))
    return true; // tested below
  const bool neighbours = down == up ? static_cast<Exact>(down) == exact
                                     : std::nextafter(down, float_infinity) == up &&
                                           static_cast<Exact>(down) < exact &&
                                           exact < static_cast<Exact>(up);
  const Exact below = exact - static_cast<Exact>(down), above = static_cast<Exact>(up) - exact;
  const bool nearer = below < above ? nearest == down : below > above ? nearest == up : true;
  return neighbours && to_zero == (exact < 0 ? up : down) && nearer;
}

#define ROUNDED(exact, name, ...)                                                                  \
  rounded(exact, name##_rd(__VA_ARGS__), name##_ru(__VA_ARGS__), name##_rz(__VA_ARGS__),           \
          name##_rn(__VA_ARGS__))

} // namespace

TEST_CASE("products and fused products are rounded as their names say") {
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    const float a = any_float(random), b = any_float(random);
    REQUIRE(ROUNDED(static_cast<double>(a) * b, __fmul, a, b)); // exact in a double
    REQUIRE(ROUNDED(static_cast<double>(a) * b, __fmaf, a, b, 0.0f));
  }
}

TEST_CASE("sums of numbers of like size are rounded as their names say") {
  std::mt19937 random(8);
  for (int i = 0; i < 20000; ++i) {
    const float a = any_float(random);
    const float b = any_float(random) >= 0 ? a * 1.7f : a * -0.3f;
    REQUIRE(ROUNDED(static_cast<double>(a) + b, __fadd, a, b));
    REQUIRE(ROUNDED(static_cast<double>(a) - b, __fsub, a, b));
  }
}

TEST_CASE("quotients and roots are rounded as their names say") {
  std::mt19937 random(9);
  for (int i = 0; i < 20000; ++i) {
    const float a = any_float(random), b = any_float(random);
    if (b == 0 || std::abs(a) < 1e-30f || std::abs(a / b) < 1e-30f)
      continue;
    // Not exact, but two different results lie on both sides of it.
    const double quotient = static_cast<double>(a) / b;
    REQUIRE(ROUNDED(quotient, __fdiv, a, b));
    REQUIRE(static_cast<double>(__fsqrt_rd(std::abs(a))) <= std::sqrt(std::abs(double{a})));
    REQUIRE(static_cast<double>(__fsqrt_ru(std::abs(a))) >= std::sqrt(std::abs(double{a})));
  }
}

TEST_CASE("what overflows becomes infinite only in its own direction") {
  const float most = std::numeric_limits<float>::max();
  CHECK(__fadd_rz(most, most) == most);
  CHECK(__fadd_rd(most, most) == most);
  CHECK(__fadd_ru(most, most) == float_infinity);
  CHECK(__fmul_rd(-most, 2) == -float_infinity);
  CHECK(__double2float_rz(1e300) == most);
  CHECK(__double2float_ru(1e300) == float_infinity);
  CHECK(__double2float_ru(1e-300) == std::numeric_limits<float>::denorm_min());
  CHECK(__double2float_rd(1e-300) == 0);
}

TEST_CASE("double arithmetic in a direction") {
  const double third_down = __ddiv_rd(1, 3), third_up = __ddiv_ru(1, 3);
  CHECK(std::nextafter(third_down, 1.0) == third_up);
  CHECK(__drcp_rz(3) == third_down);
  CHECK(__fma_rd(third_down, 3, -1) < 0);
  CHECK(__fma_ru(third_up, 3, -1) > 0);
  CHECK(__dadd_ru(1, 1e-30) > 1);
  CHECK(__dsub_rd(1, 1e-30) < 1);
  CHECK(__dmul_rz(-third_up, 1 + 0x1p-52) > -third_up - 0x1p-53);
  CHECK(__dsqrt_rd(2) * __dsqrt_rd(2) < 2);
  CHECK(__dsqrt_ru(2) > __dsqrt_rd(2));
  CHECK(__fadd_rn(1, 0x1p-24f) == 1); // the mode is what it was before
}

TEST_CASE("integers become floating numbers as the name says") {
  CHECK(__int2float_rn(16777217) == 16777216);
  CHECK(__int2float_ru(16777217) == 16777218);
  CHECK(__int2float_rd(-16777217) == -16777218);
  CHECK(__int2float_rz(-16777217) == -16777216);
  CHECK(__uint2float_rd(0xffffffff) == 4294967040.0f);
  CHECK(__ull2float_ru(0xffffffffffffffffull) == 0x1p64f);
  CHECK(__ll2float_rz(LLONG_MAX) == 0x1.fffffep62f);
  CHECK(__ull2double_rd(0xffffffffffffffffull) == 0x1.fffffffffffffp63);
  CHECK(__ll2double_ru(LLONG_MAX) == 0x1p63);
}

TEST_CASE("floating numbers become integers, what does not fit becomes the nearest that does") {
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rz(-2.9f) == -2);
  CHECK(__float2int_ru(-2.9f) == -2);
  CHECK(__float2int_rd(-2.1f) == -3);
  CHECK(__float2int_rn(3e9f) == INT_MAX);
  CHECK(__float2int_rn(-3e9f) == INT_MIN);
  CHECK(__float2int_rn(NAN) == 0);
  CHECK(__float2uint_rn(-1) == 0);
  CHECK(__float2uint_rn(4294967040.0f) == 4294967040u);
  CHECK(__float2uint_rn(0x1p32f) == UINT_MAX);
  CHECK(__float2ll_rn(NAN) == LLONG_MIN);
  CHECK(__float2ull_rz(1e30f) == ULLONG_MAX);
  CHECK(__double2int_rn(2147483647.0) == INT_MAX);
  CHECK(__double2int_rn(NAN) == INT_MIN);
  CHECK(__double2uint_rn(4294967295.5) == UINT_MAX);
  CHECK(__double2ll_rd(-0x1p63) == LLONG_MIN);
  CHECK(__double2ll_rd(0x1p63) == LLONG_MAX);
  CHECK(__double2ull_ru(0.25) == 1);
}

TEST_CASE("complex numbers: products, quotients and sizes") {
  const auto is = [](cuFloatComplex z, float real, float imaginary) {
    return cuCrealf(z) == real && cuCimagf(z) == imaginary;
  };
  const cuComplex a = make_cuComplex(1, 2), b = make_cuFloatComplex(3, -4);
  CHECK(is(cuCaddf(a, b), 4, -2));
  CHECK(is(cuCsubf(a, b), -2, 6));
  CHECK(is(cuCmulf(a, b), 11, 2));
  CHECK(is(cuCfmaf(a, b, a), 12, 4));
  CHECK(is(cuConjf(a), 1, -2));
  CHECK(cuCabsf(b) == 5);
  CHECK(cuCabs(make_cuDoubleComplex(3e300, 4e300)) == doctest::Approx(5e300));
  const cuDoubleComplex quotient =
      cuCdiv(make_cuDoubleComplex(11e300, 2e300), make_cuDoubleComplex(3e300, -4e300));
  CHECK(cuCreal(quotient) == doctest::Approx(1));
  CHECK(cuCimag(quotient) == doctest::Approx(2));
  CHECK(is(cuComplexDoubleToFloat(cuComplexFloatToDouble(b)), 3, -4));
}

TEST_CASE("bits of one type as another") {
  CHECK(__float_as_int(1.0f) == 0x3f800000);
  CHECK(__int_as_float(0x7f800000) == float_infinity);
  CHECK(__double_as_longlong(-2.0) == static_cast<long long>(0xc000000000000000ull));
  CHECK(__double2hiint(1.0) == 0x3ff00000);
  CHECK(__double2loint(__longlong_as_double(0x4000000180000001ll)) == int(0x80000001u));
  CHECK(__hiloint2double(0x40000001, int(0x80000001u)) ==
        __longlong_as_double(0x4000000180000001ll));
}
