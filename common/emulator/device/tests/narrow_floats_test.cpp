// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "emulator/include/cuda_bf16.h"
#include "emulator/include/cuda_fp16.h"
#include "emulator/include/cuda_fp8.h"

using namespace cudalab::emulator;

namespace {

constexpr double wide_infinity = std::numeric_limits<double>::infinity();

struct format {
  int exponent_bits, fraction_bits;
  unsigned short (*to_bits)(double, narrowing);
  float (*to_value)(unsigned short);
};
const format formats[] = {{5, 10, half_bits, half_value}, {8, 7, bfloat16_bits, bfloat16_value}};

/// By the definition of IEEE 754.
double defined_value(const format& f, unsigned bits) {
  const int bias = (1 << (f.exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>(bits >> f.fraction_bits) & ((1 << f.exponent_bits) - 1);
  const int fraction = static_cast<int>(bits & ((1u << f.fraction_bits) - 1));
  const double sign = bits >> 15 != 0 ? -1 : 1;
  if (exponent == (1 << f.exponent_bits) - 1)
    return fraction == 0 ? sign * wide_infinity : std::nan("");
  if (exponent == 0)
    return sign * std::ldexp(fraction, 1 - bias - f.fraction_bits);
  return sign * std::ldexp((1 << f.fraction_bits) + fraction, exponent - bias - f.fraction_bits);
}

unsigned infinite_bits(const format& f) {
  return ((1u << f.exponent_bits) - 1) << f.fraction_bits;
}

/// What lies between two neighbours, of which `even` ends in 0.
bool rounds_between(const format& f, unsigned low, unsigned high) {
  const double a = defined_value(f, low);
  // Beyond the largest number, the next one would be as far away as the one before.
  const double b =
      high == infinite_bits(f) ? 2 * a - defined_value(f, low - 1) : defined_value(f, high);
  const double middle = a + (b - a) / 2;
  const double below = std::nextafter(middle, a), above = std::nextafter(middle, b);
  const unsigned even = low % 2 == 0 ? low : high;
  const auto bits = [&](double x, narrowing how) { return unsigned{f.to_bits(x, how)}; };
  bool right = bits(below, narrowing::to_nearest) == low &&
               bits(middle, narrowing::to_nearest) == even &&
               bits(above, narrowing::to_nearest) == high;
  for (const double x : {std::nextafter(a, b), middle, std::nextafter(b, a)})
    right = right && bits(x, narrowing::to_zero) == low && bits(x, narrowing::down) == low &&
            bits(x, narrowing::up) == high && bits(-x, narrowing::up) == (low | 0x8000) &&
            bits(-x, narrowing::down) == (high | 0x8000) &&
            bits(-x, narrowing::to_zero) == (low | 0x8000);
  return right;
}

} // namespace

TEST_CASE("all 65,536 values of both types survive the way to float and back") {
  for (const format& f : formats)
    for (unsigned bits = 0; bits < 65536; ++bits) {
      const double value = static_cast<double>(f.to_value(static_cast<unsigned short>(bits)));
      const double defined = defined_value(f, bits);
      if (std::isnan(defined)) {
        REQUIRE(std::isnan(value));
        REQUIRE(f.to_bits(value, narrowing::to_nearest) == 0x7fff);
        continue;
      }
      REQUIRE(value == defined);
      for (const narrowing how :
           {narrowing::to_nearest, narrowing::to_zero, narrowing::up, narrowing::down})
        REQUIRE(f.to_bits(value, how) == bits);
    }
}

TEST_CASE("between all neighbours, every direction gives the right one") {
  for (const format& f : formats)
    for (unsigned bits = 0; bits < infinite_bits(f); ++bits) {
      CAPTURE(bits);
      REQUIRE(rounds_between(f, bits, bits + 1));
    }
}

TEST_CASE("what is far too large or small for the type") {
  for (const format& f : formats) {
    const unsigned infinite = infinite_bits(f);
    CHECK(f.to_bits(1e300, narrowing::to_nearest) == infinite);
    CHECK(f.to_bits(1e300, narrowing::to_zero) == infinite - 1);
    CHECK(f.to_bits(-1e300, narrowing::up) == (0x8000 | (infinite - 1)));
    CHECK(f.to_bits(1e-300, narrowing::to_nearest) == 0);
    CHECK(f.to_bits(1e-300, narrowing::up) == 1);
    CHECK(f.to_bits(-5e-324, narrowing::down) == 0x8001);
    CHECK(f.to_bits(-1e-300, narrowing::to_zero) == 0x8000);
    CHECK(f.to_bits(wide_infinity, narrowing::to_zero) == infinite);
  }
}

namespace {

__extension__ using wide = __float128; // 113 bits: holds any sum of products of halves exactly

/// The exact value as a double that rounds in the same way.
double traced(wide exact) {
  double near = static_cast<double>(exact);
  if (static_cast<wide>(near) == exact || std::isinf(near))
    return near;
  if ((same_bits<unsigned long long>(near) & 1) == 0)
    near = std::nextafter(near, static_cast<wide>(near) < exact ? wide_infinity : -wide_infinity);
  return near;
}

} // namespace

TEST_CASE("a fused product and sum is rounded once") {
  std::mt19937 random(3);
  int inexact = 0;
  for (int i = 0; i < 200000; ++i) {
    const auto a = __ushort_as_half(static_cast<unsigned short>(random()));
    const auto b = __ushort_as_half(static_cast<unsigned short>(random()));
    const auto c = __ushort_as_half(static_cast<unsigned short>(random()));
    const double x = double{__half2float(a)}, y = double{__half2float(b)},
                 z = double{__half2float(c)};
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z))
      continue;
    const wide exact = static_cast<wide>(x) * y + z;
    inexact += static_cast<wide>(static_cast<double>(exact)) != exact;
    REQUIRE(__half_as_ushort(__hfma(a, b, c)) == half_bits(traced(exact), narrowing::to_nearest));
  }
  CHECK(inexact > 1000); // the hard cases came up
  // 2049 is a tie of 2048 and 2050; what is added decides.
  const __half a = 683.0f, b = 3.0f;
  CHECK(__half2float(__hfma(a, b, __half(0.0f))) == 2048.0f);
  CHECK(__half2float(__hfma(a, b, __half(0x1p-24f))) == 2050.0f);
}

TEST_CASE("arithmetic of halves is rounded once") {
  std::mt19937 random(4);
  for (int i = 0; i < 100000; ++i) {
    const auto a = __ushort_as_half(static_cast<unsigned short>(random()));
    const auto b = __ushort_as_half(static_cast<unsigned short>(random()));
    const double x = double{__half2float(a)}, y = double{__half2float(b)};
    if (!std::isfinite(x) || !std::isfinite(y))
      continue;
    const auto nearest = [](wide exact) { return half_bits(traced(exact), narrowing::to_nearest); };
    REQUIRE(__half_as_ushort(a + b) == nearest(static_cast<wide>(x) + y));
    REQUIRE(__half_as_ushort(a * b) == nearest(static_cast<wide>(x) * y));
    if (y != 0 && x != 0)
      REQUIRE(__half_as_ushort(a / b) == nearest(static_cast<wide>(x) / y));
  }
}

TEST_CASE("integers become narrow numbers, rounded once") {
  CHECK(__half2float(__int2half_rn(2049)) == 2048);
  CHECK(__half2float(__int2half_ru(2049)) == 2050);
  CHECK(__half_as_ushort(__int2half_rz(-70000)) == 0xfbff);
  // 2^62 + 2^54 is a tie of bfloat16; the 1 that a double cannot hold decides.
  const long long tie = (1ll << 62) + (1ll << 54);
  CHECK(__bfloat162float(__ll2bfloat16_rn(tie)) == 0x1p62f);
  CHECK(__bfloat162float(__ll2bfloat16_rn(tie + 1)) == 0x1.02p62f);
  CHECK(__bfloat162float(__ll2bfloat16_rd(-tie)) == -0x1.02p62f);
  CHECK(__half2int_rn(__half(2.5f)) == 2);
  CHECK(__half2int_ru(__half(2.1f)) == 3);
  CHECK(__half2uint_rz(__half(-3.0f)) == 0);
  CHECK(__half2short_rz(__half(65504.0f)) == 32767);
  CHECK(__half2int_rz(__ushort_as_half(0x7fff)) == 0);
  CHECK(static_cast<int>(__half(-2.75f)) == -2);
  CHECK(static_cast<unsigned char>(__half(300.0f)) == 255);
}

TEST_CASE("each narrow type becomes the other, rounded once") {
  CHECK(static_cast<float>(static_cast<__half>(__nv_bfloat16(1.5f))) == 1.5f);
  CHECK(std::isinf(static_cast<float>(static_cast<__half>(__nv_bfloat16(1e10f)))));
  const __nv_bfloat16 third(__half(1 / 3.0f));
  CHECK(static_cast<float>(third) == 0x1.56p-2f);
}

TEST_CASE("floating numbers of 8 bits") {
  for (const auto type : {__NV_E4M3, __NV_E5M2}) {
    const auto value = [&](unsigned bits) {
      return half_value(__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(bits), type).x);
    };
    const unsigned most = type == __NV_E4M3 ? 0x7e : 0x7b;
    const format f =
        type == __NV_E4M3 ? format{4, 3, nullptr, nullptr} : format{5, 2, nullptr, nullptr};
    for (unsigned bits = 0; bits <= most; ++bits) {
      if (bits >> 3 != 15 || type == __NV_E5M2) // the largest of e4m3 would be no numbers elsewhere
        CHECK(value(bits) == defined_value(f, bits));
      CHECK(__nv_cvt_float_to_fp8(-value(bits), __NV_NOSAT, type) == (bits | 0x80));
      if (bits == most)
        continue;
      const float middle = (value(bits) + value(bits + 1)) / 2;
      CHECK(__nv_cvt_float_to_fp8(middle, __NV_NOSAT, type) == bits + (bits & 1));
      CHECK(__nv_cvt_float_to_fp8(std::nextafter(middle, 0.0f), __NV_NOSAT, type) == bits);
    }
    CHECK(__nv_cvt_float_to_fp8(1e9f, __NV_SATFINITE, type) == most);
    CHECK(__nv_cvt_double_to_fp8(-wide_infinity, __NV_NOSAT, type) == most + 0x81);
    CHECK(__nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, type) == 0x7f);
    CHECK(std::isnan(value(0x7f)));
  }
  CHECK(static_cast<float>(__nv_fp8_e4m3(1000)) == 448);
  CHECK(static_cast<int>(__nv_fp8_e5m2(__half(3.1f))) == 3);
  const __nv_fp8x4_e4m3 four(make_float4(1, -2, 0.5f, 448));
  CHECK(four.__x == 0x7e30c038);
  CHECK(static_cast<float4>(four).y == -2);
}

TEST_CASE("comparisons, limits and signs") {
  const __half nan = __ushort_as_half(0x7e00), one = 1.0f, minus_zero = __ushort_as_half(0x8000);
  CHECK(!(nan == nan));
  CHECK(nan != nan);
  CHECK(!__hne(nan, one));
  CHECK(__hneu(nan, one));
  CHECK(!__hlt(nan, one));
  CHECK(__hltu(nan, one));
  CHECK(__hmax(nan, one) == one);
  CHECK(__hmin(one, nan) == one);
  CHECK(__hisnan(__hmax_nan(nan, one)));
  CHECK(__half_as_ushort(__hmax(minus_zero, __half(0.0f))) == 0);
  CHECK(__half_as_ushort(__hmin(__half(0.0f), minus_zero)) == 0x8000);
  CHECK(__hadd_sat(one, one) == one);
  CHECK(__half_as_ushort(__hmul_sat(nan, one)) == 0);
  CHECK(__hfma_relu(one, one, __half(-3.0f)) == __half(0.0f));
  CHECK(__hisinf(__half(-1e6f)) == -1);
  const __half2 a(1.0f, 2.0f), b(1.0f, 3.0f);
  CHECK(__heq2_mask(a, b) == 0xffff);
  CHECK(!__hbeq2(a, b));
  CHECK(__hble2(a, b));
  CHECK(__low2float(__hne2(a, b)) == 0);
  CHECK(__high2float(__hne2(a, b)) == 1);
  CHECK(__hcmadd(a, b, __half2(0.0f, 0.0f)) == __half2(-5.0f, 5.0f)); // (1 + 2i)(1 + 3i)
}
