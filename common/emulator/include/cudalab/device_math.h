// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Mathematics in device code: the C library's functions, and those that only CUDA has.
#pragma once

#include <math.h>

#include "attributes.h"

#define CUDALAB_MATH __host__ __device__ inline

#define CUDALAB_MIN_MAX(type)                                                                      \
  CUDALAB_MATH constexpr type min(type a, type b) {                                                \
    return b < a ? b : a;                                                                          \
  }                                                                                                \
  CUDALAB_MATH constexpr type max(type a, type b) {                                                \
    return a < b ? b : a;                                                                          \
  }
CUDALAB_MIN_MAX(int)
CUDALAB_MIN_MAX(unsigned int)
CUDALAB_MIN_MAX(long)
CUDALAB_MIN_MAX(unsigned long)
CUDALAB_MIN_MAX(long long)
CUDALAB_MIN_MAX(unsigned long long)
#undef CUDALAB_MIN_MAX
CUDALAB_MATH float min(float a, float b) {
  return __builtin_fminf(a, b);
}
CUDALAB_MATH float max(float a, float b) {
  return __builtin_fmaxf(a, b);
}
CUDALAB_MATH double min(double a, double b) {
  return __builtin_fmin(a, b);
}
CUDALAB_MATH double max(double a, double b) {
  return __builtin_fmax(a, b);
}
// As in CUDA, so that min(i, 7u) is not ambiguous.
CUDALAB_MATH unsigned int min(int a, unsigned int b) {
  return min(unsigned(a), b);
}
CUDALAB_MATH unsigned int min(unsigned int a, int b) {
  return min(a, unsigned(b));
}
CUDALAB_MATH unsigned int max(int a, unsigned int b) {
  return max(unsigned(a), b);
}
CUDALAB_MATH unsigned int max(unsigned int a, int b) {
  return max(a, unsigned(b));
}

CUDALAB_MATH float rsqrtf(float x) {
  return 1.0f / __builtin_sqrtf(x);
}
CUDALAB_MATH double rsqrt(double x) {
  return 1.0 / __builtin_sqrt(x);
}
CUDALAB_MATH float rsqrt(float x) {
  return rsqrtf(x);
}
CUDALAB_MATH float __saturatef(float x) {
  return max(0.0f, min(1.0f, x));
}

CUDALAB_MATH float __fmaf_rn(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
CUDALAB_MATH double __fma_rn(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
CUDALAB_MATH float __fadd_rn(float a, float b) {
  return a + b;
}
CUDALAB_MATH float __fsub_rn(float a, float b) {
  return a - b;
}
CUDALAB_MATH float __fmul_rn(float a, float b) {
  return a * b;
}
CUDALAB_MATH float __fdiv_rn(float a, float b) {
  return a / b;
}
CUDALAB_MATH float __fsqrt_rn(float x) {
  return __builtin_sqrtf(x);
}
CUDALAB_MATH float __frcp_rn(float x) {
  return 1.0f / x;
}

// The fast functions of a GPU are less exact; here they are the exact ones. Macros, because glibc
// declares functions of these names.
#define __cosf(x) cosf(x)
#define __sinf(x) sinf(x)
#define __tanf(x) tanf(x)
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
CUDALAB_MATH float __fdividef(float a, float b) {
  return a / b;
}

CUDALAB_MATH int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
CUDALAB_MATH int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
CUDALAB_MATH int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
CUDALAB_MATH int __ffs(int x) {
  return __builtin_ffs(x);
}

CUDALAB_MATH unsigned int __float_as_uint(float x) {
  unsigned int bits = 0;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return bits;
}
CUDALAB_MATH float __uint_as_float(unsigned int bits) {
  float x = 0;
  __builtin_memcpy(&x, &bits, sizeof x);
  return x;
}
CUDALAB_MATH int __float_as_int(float x) {
  return int(__float_as_uint(x));
}
CUDALAB_MATH float __int_as_float(int bits) {
  return __uint_as_float(unsigned(bits));
}

/// Loads through the read-only cache; an ordinary load here.
template <class T>
__device__ inline T __ldg(const T* address) {
  return *address;
}

#undef CUDALAB_MATH
