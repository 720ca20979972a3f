// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The bits of the 16-bit floating types, and their conversion by integer arithmetic: a host's
/// processor may not have these types.
#pragma once // IWYU pragma: private, include <cuda_fp16.h>

#include "conversions.h"

namespace cudalab {
namespace emulator {

enum class narrowing { to_nearest, to_zero, up, down };

/// Rounded once, also from denormal and to denormal numbers. A NaN becomes 0x7fff, as in CUDA.
__host__ __device__ unsigned short half_bits(double x, narrowing rounding);
__host__ __device__ unsigned short bfloat16_bits(double x, narrowing rounding);

/// a * b + c in such a way that rounding the result to a 16-bit type gives what rounding the exact
/// value would give. The arguments hold values of such a type.
__host__ __device__ double fused_for_narrowing(double a, double b, double c);

CUDALAB_INLINE float half_value(unsigned short bits) {
  const unsigned int sign = (bits & 0x8000u) << 16, size = bits & 0x7fffu;
  if (size >= 0x7c00)
    return same_bits<float>(sign | 0x7f800000u | (size & 0x3ff) << 13);
  // Moved to a float's places, the number is 2^112 times too small; denormals come out right too.
  return same_bits<float>(sign | size << 13) * 0x1p112f;
}

CUDALAB_INLINE float bfloat16_value(unsigned short bits) {
  return same_bits<float>((unsigned int)bits << 16);
}

/// A double that rounds to a 16-bit type as the integer does: bits that a double cannot hold leave
/// a trace in its last place.
CUDALAB_INLINE double for_narrowing(unsigned long long size) {
  if (size >> 53 != 0)
    size = (size & ~0x7ffull) | ((size & 0x7ff) != 0 ? 0x800 : 0);
  return (double)size;
}
CUDALAB_INLINE double for_narrowing(long long x) {
  return x < 0 ? -for_narrowing(0 - (unsigned long long)x) : for_narrowing((unsigned long long)x);
}

/// To [0, 1]; a NaN to 0.
CUDALAB_INLINE double saturated_value(double x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

} // namespace emulator
} // namespace cudalab
