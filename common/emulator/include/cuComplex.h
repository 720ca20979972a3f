// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Complex numbers as pairs: x is the real part, y the imaginary one.
#pragma once

#include <math.h>

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// A quotient and an absolute value are scaled before anything is squared, so that they overflow no
// sooner than their result.
#define CUDALAB_COMPLEX(type, scalar, make, f)                                                     \
  CUDALAB_INLINE type make(scalar real, scalar imaginary) {                                        \
    type z;                                                                                        \
    z.x = real;                                                                                    \
    z.y = imaginary;                                                                               \
    return z;                                                                                      \
  }                                                                                                \
  CUDALAB_INLINE scalar cuCreal##f(type z) {                                                       \
    return z.x;                                                                                    \
  }                                                                                                \
  CUDALAB_INLINE scalar cuCimag##f(type z) {                                                       \
    return z.y;                                                                                    \
  }                                                                                                \
  CUDALAB_INLINE type cuConj##f(type z) {                                                          \
    return make(z.x, -z.y);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE type cuCadd##f(type a, type b) {                                                  \
    return make(a.x + b.x, a.y + b.y);                                                             \
  }                                                                                                \
  CUDALAB_INLINE type cuCsub##f(type a, type b) {                                                  \
    return make(a.x - b.x, a.y - b.y);                                                             \
  }                                                                                                \
  CUDALAB_INLINE type cuCmul##f(type a, type b) {                                                  \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                     \
  }                                                                                                \
  CUDALAB_INLINE type cuCdiv##f(type a, type b) {                                                  \
    const scalar scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                        \
    const type n = make(a.x * scale, a.y * scale), d = make(b.x * scale, b.y * scale);             \
    const scalar square = 1 / (d.x * d.x + d.y * d.y);                                             \
    return make((n.x * d.x + n.y * d.y) * square, (n.y * d.x - n.x * d.y) * square);               \
  }                                                                                                \
  CUDALAB_INLINE scalar cuCabs##f(type z) {                                                        \
    return hypot##f(z.x, z.y);                                                                     \
  }                                                                                                \
  /** a * b + c */                                                                                 \
  CUDALAB_INLINE type cuCfma##f(type a, type b, type c) {                                          \
    return make(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);                         \
  }
CUDALAB_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
CUDALAB_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef CUDALAB_COMPLEX

CUDALAB_INLINE cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}
CUDALAB_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}
CUDALAB_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex(float(z.x), float(z.y));
}
