// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arithmetic with the rounding in the name: to nearest even (rn), towards zero (rz), up (ru), down
/// (rd).
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_DIRECTED(type, name, ...)                                                          \
  __host__ __device__ type name##_rz(__VA_ARGS__);                                                 \
  __host__ __device__ type name##_ru(__VA_ARGS__);                                                 \
  __host__ __device__ type name##_rd(__VA_ARGS__);
#define CUDALAB_ROUNDED_1(type, name, nearest)                                                     \
  CUDALAB_INLINE type name##_rn(type a) {                                                          \
    return nearest;                                                                                \
  }                                                                                                \
  CUDALAB_DIRECTED(type, name, type)
#define CUDALAB_ROUNDED_2(type, name, nearest)                                                     \
  CUDALAB_INLINE type name##_rn(type a, type b) {                                                  \
    return nearest;                                                                                \
  }                                                                                                \
  CUDALAB_DIRECTED(type, name, type, type)
#define CUDALAB_ROUNDED_3(type, name, nearest)                                                     \
  CUDALAB_INLINE type name##_rn(type a, type b, type c) {                                          \
    return nearest;                                                                                \
  }                                                                                                \
  CUDALAB_DIRECTED(type, name, type, type, type)

CUDALAB_ROUNDED_2(float, __fadd, a + b)
CUDALAB_ROUNDED_2(float, __fsub, a - b)
CUDALAB_ROUNDED_2(float, __fmul, a* b)
CUDALAB_ROUNDED_2(float, __fdiv, a / b)
CUDALAB_ROUNDED_1(float, __frcp, 1.0f / a)
CUDALAB_ROUNDED_1(float, __fsqrt, __builtin_sqrtf(a))
CUDALAB_ROUNDED_3(float, __fmaf, __builtin_fmaf(a, b, c))
CUDALAB_ROUNDED_3(float, __fmaf_ieee, __builtin_fmaf(a, b, c))
CUDALAB_ROUNDED_2(double, __dadd, a + b)
CUDALAB_ROUNDED_2(double, __dsub, a - b)
CUDALAB_ROUNDED_2(double, __dmul, a* b)
CUDALAB_ROUNDED_2(double, __ddiv, a / b)
CUDALAB_ROUNDED_1(double, __drcp, 1.0 / a)
CUDALAB_ROUNDED_1(double, __dsqrt, __builtin_sqrt(a))
CUDALAB_ROUNDED_3(double, __fma, __builtin_fma(a, b, c))
#undef CUDALAB_ROUNDED_1
#undef CUDALAB_ROUNDED_2
#undef CUDALAB_ROUNDED_3
#undef CUDALAB_DIRECTED

__host__ __device__ float __frsqrt_rn(float x);
