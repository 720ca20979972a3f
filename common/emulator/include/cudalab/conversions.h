// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Conversions with the rounding in the name, and the bits of one type as another.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

namespace cudalab {
namespace emulator {

/// As on a GPU: what does not fit becomes the nearest number that does.
/// @param rounded an integer, infinite, or NaN
/// @param not_a_number what a NaN becomes
template <class To, class From>
CUDALAB_INLINE To saturated(From rounded, To not_a_number) {
  constexpr int bits = int(sizeof(To)) * 8 - (To(-1) < To(0) ? 1 : 0);
  constexpr To most = To(~0ull >> (64 - bits));
  constexpr From limit = From(1ull << (bits - 1)) * 2;
  if (rounded != rounded)
    return not_a_number;
  if (rounded >= limit)
    return most;
  if (To(-1) < To(0))
    return rounded < -limit ? To(-most - 1) : To(rounded);
  return rounded < From(0) ? To(0) : To(rounded);
}

template <class To, class From>
CUDALAB_INLINE To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

} // namespace emulator
} // namespace cudalab

#define CUDALAB_TO_INTEGER(name, to, from, suffix, not_a_number)                                   \
  CUDALAB_INLINE to name##_rn(from x) {                                                            \
    return cudalab::emulator::saturated<to>(__builtin_rint##suffix(x), not_a_number);              \
  }                                                                                                \
  CUDALAB_INLINE to name##_rz(from x) {                                                            \
    return cudalab::emulator::saturated<to>(__builtin_trunc##suffix(x), not_a_number);             \
  }                                                                                                \
  CUDALAB_INLINE to name##_ru(from x) {                                                            \
    return cudalab::emulator::saturated<to>(__builtin_ceil##suffix(x), not_a_number);              \
  }                                                                                                \
  CUDALAB_INLINE to name##_rd(from x) {                                                            \
    return cudalab::emulator::saturated<to>(__builtin_floor##suffix(x), not_a_number);             \
  }
// What a NaN becomes: PTX ISA, cvt.
CUDALAB_TO_INTEGER(__float2int, int, float, f, 0)
CUDALAB_TO_INTEGER(__float2uint, unsigned int, float, f, 0u)
CUDALAB_TO_INTEGER(__float2ll, long long, float, f, (long long)(1ull << 63))
CUDALAB_TO_INTEGER(__float2ull, unsigned long long, float, f, 1ull << 63)
CUDALAB_TO_INTEGER(__double2int, int, double, , int(1u << 31))
CUDALAB_TO_INTEGER(__double2uint, unsigned int, double, , 1u << 31)
CUDALAB_TO_INTEGER(__double2ll, long long, double, , (long long)(1ull << 63))
CUDALAB_TO_INTEGER(__double2ull, unsigned long long, double, , 1ull << 63)
#undef CUDALAB_TO_INTEGER

#define CUDALAB_TO_FLOATING(name, to, from)                                                        \
  CUDALAB_INLINE to name##_rn(from x) {                                                            \
    return static_cast<to>(x);                                                                     \
  }                                                                                                \
  __host__ __device__ to name##_rz(from x);                                                        \
  __host__ __device__ to name##_ru(from x);                                                        \
  __host__ __device__ to name##_rd(from x);
CUDALAB_TO_FLOATING(__int2float, float, int)
CUDALAB_TO_FLOATING(__uint2float, float, unsigned int)
CUDALAB_TO_FLOATING(__ll2float, float, long long)
CUDALAB_TO_FLOATING(__ull2float, float, unsigned long long)
CUDALAB_TO_FLOATING(__ll2double, double, long long)
CUDALAB_TO_FLOATING(__ull2double, double, unsigned long long)
CUDALAB_TO_FLOATING(__double2float, float, double)
#undef CUDALAB_TO_FLOATING
CUDALAB_INLINE double __int2double_rn(int x) {
  return x;
}
CUDALAB_INLINE double __uint2double_rn(unsigned int x) {
  return x;
}

CUDALAB_INLINE unsigned int __float_as_uint(float x) {
  return cudalab::emulator::same_bits<unsigned int>(x);
}
CUDALAB_INLINE int __float_as_int(float x) {
  return cudalab::emulator::same_bits<int>(x);
}
CUDALAB_INLINE float __uint_as_float(unsigned int x) {
  return cudalab::emulator::same_bits<float>(x);
}
CUDALAB_INLINE float __int_as_float(int x) {
  return cudalab::emulator::same_bits<float>(x);
}
CUDALAB_INLINE long long __double_as_longlong(double x) {
  return cudalab::emulator::same_bits<long long>(x);
}
CUDALAB_INLINE double __longlong_as_double(long long x) {
  return cudalab::emulator::same_bits<double>(x);
}
CUDALAB_INLINE int __double2hiint(double x) {
  return int(__double_as_longlong(x) >> 32);
}
CUDALAB_INLINE int __double2loint(double x) {
  return int(__double_as_longlong(x));
}
CUDALAB_INLINE double __hiloint2double(int high, int low) {
  return __longlong_as_double(
      (long long)((unsigned long long)(unsigned(high)) << 32 | unsigned(low)));
}
