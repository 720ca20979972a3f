// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// min() and max() for all pairs of arithmetic types that CUDA has them for.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_MIN_MAX(result, a_type, b_type)                                                    \
  CUDALAB_INLINE constexpr result min(a_type a, b_type b) {                                        \
    return static_cast<result>(b) < static_cast<result>(a) ? static_cast<result>(b)                \
                                                           : static_cast<result>(a);               \
  }                                                                                                \
  CUDALAB_INLINE constexpr result max(a_type a, b_type b) {                                        \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(b)                \
                                                           : static_cast<result>(a);               \
  }
/// As in CUDA, a signed and an unsigned number are compared as unsigned ones.
#define CUDALAB_INTEGER_MIN_MAX(type)                                                              \
  CUDALAB_MIN_MAX(type, type, type)                                                                \
  CUDALAB_MIN_MAX(unsigned type, unsigned type, unsigned type)                                     \
  CUDALAB_MIN_MAX(unsigned type, type, unsigned type)                                              \
  CUDALAB_MIN_MAX(unsigned type, unsigned type, type)

CUDALAB_INTEGER_MIN_MAX(int)
CUDALAB_INTEGER_MIN_MAX(long)
CUDALAB_INTEGER_MIN_MAX(long long)
#undef CUDALAB_INTEGER_MIN_MAX
#undef CUDALAB_MIN_MAX

// A NaN gives way to a number.
CUDALAB_INLINE float min(float a, float b) {
  return __builtin_fminf(a, b);
}
CUDALAB_INLINE float max(float a, float b) {
  return __builtin_fmaxf(a, b);
}
#define CUDALAB_MIN_MAX(a_type, b_type)                                                            \
  CUDALAB_INLINE double min(a_type a, b_type b) {                                                  \
    return __builtin_fmin(static_cast<double>(a), static_cast<double>(b));                         \
  }                                                                                                \
  CUDALAB_INLINE double max(a_type a, b_type b) {                                                  \
    return __builtin_fmax(static_cast<double>(a), static_cast<double>(b));                         \
  }
CUDALAB_MIN_MAX(double, double)
CUDALAB_MIN_MAX(float, double)
CUDALAB_MIN_MAX(double, float)
#undef CUDALAB_MIN_MAX

CUDALAB_INLINE constexpr unsigned int umin(unsigned int a, unsigned int b) {
  return min(a, b);
}
CUDALAB_INLINE constexpr unsigned int umax(unsigned int a, unsigned int b) {
  return max(a, b);
}
CUDALAB_INLINE constexpr long long llmin(long long a, long long b) {
  return min(a, b);
}
CUDALAB_INLINE constexpr long long llmax(long long a, long long b) {
  return max(a, b);
}
CUDALAB_INLINE constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return min(a, b);
}
CUDALAB_INLINE constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return max(a, b);
}
