// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Mathematical functions that take pointers: the observers see what they read and write. emucc
/// gives the C library's ones the names cudalab_* in checked objects.
#include <math.h>

#include "emulator/include/cudalab/special_functions.h"
#include "emulator/runtime/blocks/library_access.h"

using cudalab::emulator::access_kind;
using cudalab::emulator::observe_access;

#define WRITES(pointer)                                                                            \
  observe_access(pointer, sizeof *pointer, access_kind::write, __builtin_return_address(0))

extern "C" {
void cudalab_sincos(double x, double* sine, double* cosine) {
  WRITES(sine), WRITES(cosine);
  ::sincos(x, sine, cosine);
}
void cudalab_sincosf(float x, float* sine, float* cosine) {
  WRITES(sine), WRITES(cosine);
  ::sincosf(x, sine, cosine);
}
double cudalab_frexp(double x, int* exponent) {
  WRITES(exponent);
  return ::frexp(x, exponent);
}
float cudalab_frexpf(float x, int* exponent) {
  WRITES(exponent);
  return ::frexpf(x, exponent);
}
double cudalab_modf(double x, double* whole) {
  WRITES(whole);
  return ::modf(x, whole);
}
float cudalab_modff(float x, float* whole) {
  WRITES(whole);
  return ::modff(x, whole);
}
double cudalab_remquo(double x, double y, int* quotient) {
  WRITES(quotient);
  return ::remquo(x, y, quotient);
}
float cudalab_remquof(float x, float y, int* quotient) {
  WRITES(quotient);
  return ::remquof(x, y, quotient);
}
}

void sincos(float x, float* sine, float* cosine) {
  WRITES(sine), WRITES(cosine);
  ::sincosf(x, sine, cosine);
}
void sincospi(double x, double* sine, double* cosine) {
  WRITES(sine), WRITES(cosine);
  *sine = sinpi(x);
  *cosine = cospi(x);
}
void sincospif(float x, float* sine, float* cosine) {
  WRITES(sine), WRITES(cosine);
  *sine = sinpif(x);
  *cosine = cospif(x);
}
void sincospi(float x, float* sine, float* cosine) {
  WRITES(sine), WRITES(cosine);
  *sine = sinpif(x);
  *cosine = cospif(x);
}

namespace {

template <class Number>
long double length(int count, const Number* numbers, const void* caller) {
  long double squares = 0; // holds the square of any double
  for (int i = 0; i < count; ++i) {
    observe_access(numbers + i, sizeof *numbers, access_kind::read, caller);
    squares += static_cast<long double>(numbers[i]) * numbers[i];
  }
  return __builtin_sqrtl(squares);
}

} // namespace

double norm(int count, const double* numbers) {
  return static_cast<double>(length(count, numbers, __builtin_return_address(0)));
}
float normf(int count, const float* numbers) {
  return static_cast<float>(length(count, numbers, __builtin_return_address(0)));
}
double rnorm(int count, const double* numbers) {
  return static_cast<double>(1 / length(count, numbers, __builtin_return_address(0)));
}
float rnormf(int count, const float* numbers) {
  return static_cast<float>(1 / length(count, numbers, __builtin_return_address(0)));
}
