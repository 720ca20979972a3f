// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The floating types of 8 bits: e4m3 (up to 448, no infinity) and e5m2 (up to 57,344), with pairs
/// and groups of four. They have conversions and no arithmetic, as on a GPU.
#pragma once

#include <math.h>

#include "cuda_runtime.h"

#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/// What becomes of a number that is too large: NaN or infinity, or the largest number.
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace cudalab {
namespace emulator {

/// Rounded once, to nearest even. A NaN becomes 0x7f.
CUDALAB_INLINE unsigned char eight_bits(double x, __nv_saturation_t saturation,
                                        __nv_fp8_interpretation_t type) {
  if (x != x)
    return 0x7f;
  const int fraction_bits = type == __NV_E4M3 ? 3 : 2, bias = type == __NV_E4M3 ? 7 : 15;
  const unsigned int most = type == __NV_E4M3 ? 0x7e : 0x7b;
  const double size = fabs(x);
  unsigned int number = most + 1;
  if (size < 65536) {
    const int least = 1 - bias;
    int exponent = least;
    while (size >= ldexp(2.0, exponent))
      ++exponent;
    // A carry out of the fraction goes into the exponent, as it should.
    number = ((unsigned int)(exponent - least) << fraction_bits) +
             (unsigned int)rint(ldexp(size, fraction_bits - exponent));
  }
  if (number > most)
    number = saturation == __NV_SATFINITE ? most : most + 1;
  return (unsigned char)(number | (signbit(x) ? 0x80 : 0));
}

/// As a half, which holds all of them.
CUDALAB_INLINE __half_raw eight_bits_as_half(unsigned char bits, __nv_fp8_interpretation_t type) {
  __half_raw result;
  result.x = (unsigned short)(bits << 8);
  if (type == __NV_E5M2)
    return (bits & 0x7f) > 0x7c ? __half_raw{0x7fff} : result;
  if ((bits & 0x7f) == 0x7f)
    return __half_raw{0x7fff};
  // Moved to a half's places, the number is 2^8 times too small; denormals come out right too.
  result.x = (unsigned short)((bits & 0x80) << 8 | (bits & 0x7f) << 7);
  return __half_raw(__half(half_value(result.x) * 256));
}

} // namespace emulator
} // namespace cudalab

#define CUDALAB_TO_FP8(name, from, from2, value)                                                   \
  CUDALAB_INLINE __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(from x, __nv_saturation_t saturation, \
                                                             __nv_fp8_interpretation_t type) {     \
    return cudalab::emulator::eight_bits(value(x), saturation, type);                              \
  }                                                                                                \
  CUDALAB_INLINE __nv_fp8x2_storage_t __nv_cvt_##name##2_to_fp8x2(                                 \
      from2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t type) {                     \
    return (__nv_fp8x2_storage_t)(__nv_cvt_##name##_to_fp8(x.x, saturation, type) |                \
                                  __nv_cvt_##name##_to_fp8(x.y, saturation, type) << 8);           \
  }
CUDALAB_TO_FP8(double, double, double2, )
CUDALAB_TO_FP8(float, float, float2, )
#undef CUDALAB_TO_FP8
// The pairs of these have bits, no numbers, as members.
#define CUDALAB_RAW_TO_FP8(name, raw, raw2, value)                                                 \
  CUDALAB_INLINE __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(raw x, __nv_saturation_t saturation,  \
                                                             __nv_fp8_interpretation_t type) {     \
    return cudalab::emulator::eight_bits(cudalab::emulator::value(x.x), saturation, type);         \
  }                                                                                                \
  CUDALAB_INLINE __nv_fp8x2_storage_t __nv_cvt_##name##2_to_fp8x2(                                 \
      raw2 x, __nv_saturation_t saturation, __nv_fp8_interpretation_t type) {                      \
    return (__nv_fp8x2_storage_t)(__nv_cvt_##name##_to_fp8(raw{x.x}, saturation, type) |           \
                                  __nv_cvt_##name##_to_fp8(raw{x.y}, saturation, type) << 8);      \
  }
CUDALAB_RAW_TO_FP8(halfraw, __half_raw, __half2_raw, half_value)
CUDALAB_RAW_TO_FP8(bfloat16raw, __nv_bfloat16_raw, __nv_bfloat162_raw, bfloat16_value)
#undef CUDALAB_RAW_TO_FP8

CUDALAB_INLINE __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                  __nv_fp8_interpretation_t type) {
  return cudalab::emulator::eight_bits_as_half(x, type);
}
CUDALAB_INLINE __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                      __nv_fp8_interpretation_t type) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x & 0xff), type).x,
                     __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), type).x};
}

// What reads the object is inlined, so that it is a read of the caller's line. Conversions to it
// keep to the largest number.
#define CUDALAB_FP8_FROM(type, from, kind)                                                         \
  CUDALAB_INLINE explicit type(from x)                                                             \
      : __x(cudalab::emulator::eight_bits((double)(float)x, __NV_SATFINITE, kind)) {}
#define CUDALAB_FP8_FROM_WIDE(type, from, kind)                                                    \
  CUDALAB_INLINE explicit type(from x)                                                             \
      : __x(cudalab::emulator::eight_bits((double)x, __NV_SATFINITE, kind)) {}
#define CUDALAB_FP8_TO(to)                                                                         \
  __host__ __device__ __forceinline__ explicit operator to() const {                               \
    return (to)(__half) * this;                                                                    \
  }
#define CUDALAB_FP8(suffix, kind)                                                                  \
  struct __nv_fp8_##suffix {                                                                       \
    __nv_fp8_##suffix() = default;                                                                 \
    CUDALAB_FP8_FROM(__nv_fp8_##suffix, __half, kind)                                              \
    CUDALAB_FP8_FROM(__nv_fp8_##suffix, __nv_bfloat16, kind)                                       \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, float, kind)                                          \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, double, kind)                                         \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, short, kind)                                          \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, unsigned short, kind)                                 \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, int, kind)                                            \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, unsigned int, kind)                                   \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, long, kind)                                           \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, unsigned long, kind)                                  \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, long long, kind)                                      \
    CUDALAB_FP8_FROM_WIDE(__nv_fp8_##suffix, unsigned long long, kind)                             \
    __host__ __device__ __forceinline__ explicit operator __half() const {                         \
      return cudalab::emulator::eight_bits_as_half(__x, kind);                                     \
    }                                                                                              \
    __host__ __device__ __forceinline__ explicit operator float() const {                          \
      return cudalab::emulator::half_value(cudalab::emulator::eight_bits_as_half(__x, kind).x);    \
    }                                                                                              \
    __host__ __device__ __forceinline__ explicit operator double() const { return (float)*this; }  \
    __host__ __device__ __forceinline__ explicit operator __nv_bfloat16() const {                  \
      return __nv_bfloat16((float)*this);                                                          \
    }                                                                                              \
    __host__ __device__ __forceinline__ explicit operator bool() const {                           \
      return (__x & 0x7f) != 0;                                                                    \
    }                                                                                              \
    CUDALAB_FP8_TO(char)                                                                           \
    CUDALAB_FP8_TO(signed char)                                                                    \
    CUDALAB_FP8_TO(unsigned char)                                                                  \
    CUDALAB_FP8_TO(short)                                                                          \
    CUDALAB_FP8_TO(unsigned short)                                                                 \
    CUDALAB_FP8_TO(int)                                                                            \
    CUDALAB_FP8_TO(unsigned int)                                                                   \
    CUDALAB_FP8_TO(long)                                                                           \
    CUDALAB_FP8_TO(unsigned long)                                                                  \
    CUDALAB_FP8_TO(long long)                                                                      \
    CUDALAB_FP8_TO(unsigned long long)                                                             \
                                                                                                   \
    __nv_fp8_storage_t __x;                                                                        \
  };                                                                                               \
  struct __align__(2) __nv_fp8x2_##suffix {                                                        \
    __nv_fp8x2_##suffix() = default;                                                               \
    CUDALAB_INLINE explicit __nv_fp8x2_##suffix(__half2 pair)                                      \
        : __nv_fp8x2_##suffix(make_float2((float)pair.x, (float)pair.y)) {}                        \
    CUDALAB_INLINE explicit __nv_fp8x2_##suffix(__nv_bfloat162 pair)                               \
        : __nv_fp8x2_##suffix(make_float2((float)pair.x, (float)pair.y)) {}                        \
    CUDALAB_INLINE explicit __nv_fp8x2_##suffix(float2 pair)                                       \
        : __x(__nv_cvt_float2_to_fp8x2(pair, __NV_SATFINITE, kind)) {}                             \
    CUDALAB_INLINE explicit __nv_fp8x2_##suffix(double2 pair)                                      \
        : __x(__nv_cvt_double2_to_fp8x2(pair, __NV_SATFINITE, kind)) {}                            \
    __host__ __device__ __forceinline__ explicit operator __half2() const {                        \
      return __nv_cvt_fp8x2_to_halfraw2(__x, kind);                                                \
    }                                                                                              \
    __host__ __device__ __forceinline__ explicit operator float2() const {                         \
      const __half2_raw pair = __nv_cvt_fp8x2_to_halfraw2(__x, kind);                              \
      return make_float2(cudalab::emulator::half_value(pair.x),                                    \
                         cudalab::emulator::half_value(pair.y));                                   \
    }                                                                                              \
                                                                                                   \
    __nv_fp8x2_storage_t __x;                                                                      \
  };                                                                                               \
  struct __align__(4) __nv_fp8x4_##suffix {                                                        \
    __nv_fp8x4_##suffix() = default;                                                               \
    CUDALAB_INLINE explicit __nv_fp8x4_##suffix(__half2 low, __half2 high)                         \
        : __x(__nv_fp8x2_##suffix(low).__x | (unsigned int)__nv_fp8x2_##suffix(high).__x << 16) {} \
    CUDALAB_INLINE explicit __nv_fp8x4_##suffix(__nv_bfloat162 low, __nv_bfloat162 high)           \
        : __x(__nv_fp8x2_##suffix(low).__x | (unsigned int)__nv_fp8x2_##suffix(high).__x << 16) {} \
    CUDALAB_INLINE explicit __nv_fp8x4_##suffix(float4 all)                                        \
        : __x(__nv_fp8x2_##suffix(make_float2(all.x, all.y)).__x |                                 \
              (unsigned int)__nv_fp8x2_##suffix(make_float2(all.z, all.w)).__x << 16) {}           \
    __host__ __device__ __forceinline__ explicit operator float4() const {                         \
      const unsigned int all = __x;                                                                \
      __nv_fp8x2_##suffix low, high;                                                               \
      low.__x = (__nv_fp8x2_storage_t)(all & 0xffff);                                              \
      high.__x = (__nv_fp8x2_storage_t)(all >> 16);                                                \
      const float2 first = (float2)low, second = (float2)high;                                     \
      return make_float4(first.x, first.y, second.x, second.y);                                    \
    }                                                                                              \
                                                                                                   \
    __nv_fp8x4_storage_t __x;                                                                      \
  };
CUDALAB_FP8(e4m3, __NV_E4M3)
CUDALAB_FP8(e5m2, __NV_E5M2)
#undef CUDALAB_FP8
#undef CUDALAB_FP8_TO
#undef CUDALAB_FP8_FROM_WIDE
#undef CUDALAB_FP8_FROM
