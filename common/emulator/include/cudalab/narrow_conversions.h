// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDALAB_NARROW_CONVERSIONS: the conversions of a 16-bit floating type, whose names hold the
/// type's.
#pragma once // IWYU pragma: private, include <cuda_fp16.h>

#include "narrow_bits.h"
#include "vector_types.h"

#define CUDALAB_IN_DIRECTIONS(do_this, ...)                                                        \
  do_this(rn, to_nearest, rint, __VA_ARGS__) do_this(rz, to_zero, trunc, __VA_ARGS__)              \
      do_this(ru, up, ceil, __VA_ARGS__) do_this(rd, down, floor, __VA_ARGS__)

#define CUDALAB_FLOAT_TO_NARROW(suffix, direction, whole, type, raw, name, bits)                   \
  CUDALAB_INLINE type __float2##name##_##suffix(float x) {                                         \
    return raw{cudalab::emulator::bits(x, cudalab::emulator::narrowing::direction)};               \
  }
#define CUDALAB_INTEGER_TO_NARROW(suffix, direction, whole, type, raw, name, bits, integer, text,  \
                                  wide)                                                            \
  CUDALAB_INLINE type __##text##2##name##_##suffix(integer x) {                                    \
    return raw{cudalab::emulator::bits(cudalab::emulator::for_narrowing((wide)x),                  \
                                       cudalab::emulator::narrowing::direction)};                  \
  }
#define CUDALAB_NARROW_TO_INTEGER(suffix, direction, whole, type, name, value, integer, text, nan) \
  CUDALAB_INLINE integer __##name##2##text##_##suffix(type a) {                                    \
    return cudalab::emulator::saturated<integer>(                                                  \
        __builtin_##whole##f(cudalab::emulator::value(a.__x)), (integer)(nan));                    \
  }
#define CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, integer, text, wide, nan)             \
  CUDALAB_IN_DIRECTIONS(CUDALAB_INTEGER_TO_NARROW, type, raw, name, bits, integer, text, wide)     \
  CUDALAB_IN_DIRECTIONS(CUDALAB_NARROW_TO_INTEGER, type, name, value, integer, text, nan)

#define CUDALAB_NARROW_CONVERSIONS(type, type2, raw, name, bits, value)                            \
  CUDALAB_IN_DIRECTIONS(CUDALAB_FLOAT_TO_NARROW, type, raw, name, bits)                            \
  CUDALAB_INLINE type __float2##name(float x) {                                                    \
    return type(x);                                                                                \
  }                                                                                                \
  CUDALAB_INLINE type __double2##name(double x) {                                                  \
    return type(x);                                                                                \
  }                                                                                                \
  CUDALAB_INLINE float __##name##2float(type a) {                                                  \
    return cudalab::emulator::value(a.__x);                                                        \
  }                                                                                                \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, short, short, long long, 0)                 \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, unsigned short, ushort, long long, 0)       \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, int, int, long long, 0)                     \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, unsigned int, uint, long long, 0)           \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, long long, ll, long long, 1ull << 63)       \
  CUDALAB_NARROW_INTEGER(type, raw, name, bits, value, unsigned long long, ull,                    \
                         unsigned long long, 1ull << 63)                                           \
  CUDALAB_NARROW_TO_INTEGER(rz, , trunc, type, name, value, signed char, char, 0)                  \
  CUDALAB_NARROW_TO_INTEGER(rz, , trunc, type, name, value, unsigned char, uchar, 0)               \
  CUDALAB_INLINE short __##name##_as_short(type a) {                                               \
    return (short)a.__x;                                                                           \
  }                                                                                                \
  CUDALAB_INLINE unsigned short __##name##_as_ushort(type a) {                                     \
    return a.__x;                                                                                  \
  }                                                                                                \
  CUDALAB_INLINE type __short_as_##name(short x) {                                                 \
    return raw{(unsigned short)x};                                                                 \
  }                                                                                                \
  CUDALAB_INLINE type __ushort_as_##name(unsigned short x) {                                       \
    return raw{x};                                                                                 \
  }                                                                                                \
  CUDALAB_INLINE type2 make_##name##2(type x, type y) {                                            \
    return type2(x, y);                                                                            \
  }                                                                                                \
  CUDALAB_INLINE type2 __halves2##name##2(type x, type y) {                                        \
    return type2(x, y);                                                                            \
  }                                                                                                \
  CUDALAB_INLINE type2 __##name##2##name##2(type a) {                                              \
    return type2(a, a);                                                                            \
  }                                                                                                \
  CUDALAB_INLINE type2 __float2##name##2_rn(float x) {                                             \
    return type2(type(x), type(x));                                                                \
  }                                                                                                \
  CUDALAB_INLINE type2 __floats2##name##2_rn(float x, float y) {                                   \
    return type2(type(x), type(y));                                                                \
  }                                                                                                \
  CUDALAB_INLINE type2 __float22##name##2_rn(float2 v) {                                           \
    return type2(type(v.x), type(v.y));                                                            \
  }                                                                                                \
  CUDALAB_INLINE float2 __##name##22float2(type2 a) {                                              \
    return make_float2(__##name##2float(a.x), __##name##2float(a.y));                              \
  }                                                                                                \
  CUDALAB_INLINE float __low2float(type2 a) {                                                      \
    return __##name##2float(a.x);                                                                  \
  }                                                                                                \
  CUDALAB_INLINE float __high2float(type2 a) {                                                     \
    return __##name##2float(a.y);                                                                  \
  }                                                                                                \
  CUDALAB_INLINE type __low2##name(type2 a) {                                                      \
    return a.x;                                                                                    \
  }                                                                                                \
  CUDALAB_INLINE type __high2##name(type2 a) {                                                     \
    return a.y;                                                                                    \
  }                                                                                                \
  CUDALAB_INLINE type2 __low2##name##2(type2 a) {                                                  \
    return type2(a.x, a.x);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE type2 __high2##name##2(type2 a) {                                                 \
    return type2(a.y, a.y);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE type2 __lows2##name##2(type2 a, type2 b) {                                        \
    return type2(a.x, b.x);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE type2 __highs2##name##2(type2 a, type2 b) {                                       \
    return type2(a.y, b.y);                                                                        \
  }                                                                                                \
  CUDALAB_INLINE type2 __lowhigh2highlow(type2 a) {                                                \
    return type2(a.y, a.x);                                                                        \
  }
