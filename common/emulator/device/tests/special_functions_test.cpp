// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The expected values were made with mpmath 1.3.0 at 60 digits, for the double nearest to x.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "emulator/include/cudalab/fast_math.h"
#include "emulator/include/cudalab/special_functions.h"

namespace {

struct expected_value {
  const char* name;
  double (*function)(double);
  float (*float_function)(float);
  double x, value;
};

#define OF(name, x, value)                                                                         \
  { #name, name, name##f, x, value }
const expected_value table[] = {
    OF(sinpi, 0.1, 0.30901699437494744069),
    OF(sinpi, 0.5, 1.0),
    OF(sinpi, -2.75, -0.7071067811865475244),
    OF(sinpi, 10000000000.25, 0.7071067811865475244),
    OF(sinpi, 123456.78, 0.63742398975150770456),
    OF(sinpi, 1.5e-300, 4.7123889803846902362e-300),
    OF(cospi, 0.1, 0.95105651629515356673),
    OF(cospi, 0.49999999999, 3.1415929135263349245e-11),
    OF(cospi, -2.75, -0.7071067811865475244),
    OF(cospi, 10000000000.25, 0.7071067811865475244),
    OF(cospi, 123456.78, -0.77051324277345798311),
    OF(cospi, 0.0, 1.0),
    OF(rcbrt, 2.0, 0.79370052598409973738),
    OF(rcbrt, -0.001, -9.9999999999999999306),
    OF(rcbrt, 1e+300, 9.999999999999999825e-101),
    OF(rcbrt, 3e-310, 1.4938015821857230908e+103),
    OF(erfinv, 0.1, 0.088855990494257691974),
    OF(erfinv, -0.5, -0.47693627620446987338),
    OF(erfinv, 0.74, 0.79647880561170737052),
    OF(erfinv, 0.76, 0.83084112847456013627),
    OF(erfinv, 0.999999, 3.4589107372754987775),
    OF(erfinv, 0.9999999999999999, 5.8635847487551679272),
    OF(erfinv, -1e-05, -8.862269254759594528e-6),
    OF(erfcinv, 0.25, 0.81341984759761854169),
    OF(erfcinv, 0.3, 0.73286907795921686905),
    OF(erfcinv, 1.0000001, -8.8622692597019914678e-8),
    OF(erfcinv, 1.9, -1.1630871536766737823),
    OF(erfcinv, 1e-10, 4.5728249673894852748),
    OF(erfcinv, 1e-300, 26.209469960516123886),
    OF(erfcx, 0.0, 1.0),
    OF(erfcx, -3.0, 16205.988853999586625),
    OF(erfcx, 1.0, 0.42758357615580700441),
    OF(erfcx, 9.9, 0.056702456938832268241),
    OF(erfcx, 10.1, 0.055590487009239876009),
    OF(erfcx, 100.0, 0.0056416137829894329036),
    OF(erfcx, 10000000000.0, 5.6418958354775628695e-11),
    OF(normcdf, 0.0, 0.5),
    OF(normcdf, 1.0, 0.84134474606854294859),
    OF(normcdf, -5.5, 1.8989562465887719384e-8),
    OF(normcdf, -37.0, 5.7255712225245768227e-300),
    OF(normcdf, 8.0, 0.9999999999999993779),
    OF(normcdfinv, 0.025, -1.9599639845400542118),
    OF(normcdfinv, 0.7, 0.52440051270804065631),
    OF(normcdfinv, 1e-300, -37.047096299361199237),
    OF(normcdfinv, 0.999, 3.0902323061678132778),
    OF(cyl_bessel_i0, 0.0, 1.0),
    OF(cyl_bessel_i0, 1.0, 1.2660658777520083356),
    OF(cyl_bessel_i0, 29.9, 708478330489.01452607),
    OF(cyl_bessel_i0, 30.1, 862432920031.77921249),
    OF(cyl_bessel_i0, -700.0, 1.5295933476718737363e+302),
    OF(cyl_bessel_i1, 1e-08, 5.0000000000000001671e-9),
    OF(cyl_bessel_i1, 1.0, 0.56515910399248502721),
    OF(cyl_bessel_i1, 29.9, 696528308361.09269442),
    OF(cyl_bessel_i1, 30.1, 847983630191.54142663),
    OF(cyl_bessel_i1, -700.0, -1.5285003902339006881e+302),
};
#undef OF

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distance to the neighbouring numbers of this type.
template <class Number>
Number unit_in_last_place(Number x) {
  return std::nextafter(std::abs(x), std::numeric_limits<Number>::infinity()) - std::abs(x);
}

} // namespace

TEST_CASE("special functions are within one unit in the last place") {
  for (const expected_value& one : table) {
    CAPTURE(one.name);
    CAPTURE(one.x);
    CHECK(std::abs(one.function(one.x) - one.value) <= unit_in_last_place(one.value));
    // For arguments that a float holds, the float form gives the same rounded.
    const auto x = static_cast<float>(one.x), value = static_cast<float>(one.value);
    if (static_cast<double>(x) == one.x && std::isfinite(value))
      CHECK(std::abs(one.float_function(x) - value) <= unit_in_last_place(value));
  }
}

TEST_CASE("special functions at the ends of their domains") {
  CHECK(erfinv(1.0) == infinity);
  CHECK(erfinv(-1.0) == -infinity);
  CHECK(std::isnan(erfinv(1.5)));
  CHECK(erfcinv(0.0) == infinity);
  CHECK(erfcinv(2.0) == -infinity);
  CHECK(std::isnan(erfcinv(-0.1)));
  CHECK(normcdfinv(0.0) == -infinity);
  CHECK(normcdfinv(1.0) == infinity);
  CHECK(erfcx(-30.0) == infinity);
  CHECK(erfcx(infinity) == 0);
  CHECK(normcdf(infinity) == 1);
  CHECK(normcdf(-infinity) == 0);
  CHECK(cyl_bessel_i0(infinity) == infinity);
  CHECK(cyl_bessel_i1(-infinity) == -infinity);
  CHECK(std::isnan(sinpi(infinity)));
  CHECK(sinpi(3.0) == 0);
  CHECK(std::signbit(sinpi(-3.0)));
  CHECK(cospi(2.5) == 0);
  CHECK(!std::signbit(cospi(2.5)));
  CHECK(erfinvf(0.5f) == doctest::Approx(0.47693628f).epsilon(1e-7));
}

TEST_CASE("lengths neither overflow nor underflow") {
  CHECK(norm3d(0x3p600, 0x4p600, 0) == 0x5p600);
  CHECK(norm4d(1, 1, 1, 1) == 2);
  CHECK(rnorm3d(0, 3e-200, 4e-200) == doctest::Approx(2e199));
  CHECK(rhypotf(3e30f, 4e30f) == doctest::Approx(2e-31f));
  CHECK(norm4df(1, 1, 1, infinity) == infinity);
  const double numbers[] = {2, 3, 6};
  CHECK(norm(3, numbers) == 7);
  CHECK(rnorm(3, numbers) == 1.0 / 7);
  const float float_numbers[] = {3, 4};
  CHECK(normf(2, float_numbers) == 5);
  CHECK(rnormf(2, float_numbers) == 0.2f);
}

TEST_CASE("functions with two results") {
  double sine = 0, cosine = 0;
  sincospi(0.75, &sine, &cosine);
  CHECK(sine == sinpi(0.75));
  CHECK(cosine == cospi(0.75));
  float float_sine = 0, float_cosine = 0;
  sincospi(0.75f, &float_sine, &float_cosine);
  CHECK(float_sine == sinpif(0.75f));
  CHECK(float_cosine == cospif(0.75f));
}

TEST_CASE("a NaN gives way to a number") {
  const float not_a_number = std::numeric_limits<float>::quiet_NaN();
  CHECK(min(not_a_number, 2.0f) == 2);
  CHECK(max(2.0, not_a_number) == 2);
  CHECK(__saturatef(not_a_number) == 0);
  CHECK(__saturatef(1.5f) == 1);
  CHECK(max(-1, 2u) == 0xffffffff); // as unsigned numbers
}

// As on an NVIDIA H200 (CUDA 13.0).
TEST_CASE("the fast division gives 0 where the divisor is beyond 2^126") {
  constexpr float largest = 0x1p126f, large = 1e38f, infinite = HUGE_VALF;
  CHECK(__fdividef(large, largest) == large / largest);
  CHECK(__fdividef(large, -largest) == large / -largest);
  CHECK(__fdividef(3e38f, std::nextafter(largest, infinite)) == 0);
  CHECK(__fdividef(large, large) == 0);
  CHECK(std::signbit(__fdividef(large, -large)));
  CHECK(std::signbit(__fdividef(-large, large)));
  CHECK(__fdividef(large, infinite) == 0);
  CHECK(std::isnan(__fdividef(infinite, large)));
  CHECK(std::isnan(__fdividef(infinite, infinite)));
  CHECK(std::isnan(__fdividef(large, std::nanf(""))));
}

// The CUDA programming guide: __powf(x, y) is exp2f(y * __log2f(x)).
TEST_CASE("the fast power goes by the logarithm") {
  CHECK(__powf(0.5f, 3) == doctest::Approx(0.125f));
  CHECK(__powf(2.0f, -2.0) == 0.25f);
  CHECK(std::isnan(__powf(-0.5f, 3.0f)));
  CHECK(__powf(0.0f, 2.0f) == 0);
  CHECK(std::isnan(__powf(0.0f, 0.0f)));
}
