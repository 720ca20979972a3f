// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arithmetic on the two halves or the four bytes of a 32-bit word. In a name: s signed, u
/// unsigned, ss or us saturated.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_1(name) __host__ __device__ unsigned int name(unsigned int a);
#define CUDALAB_2(name) __host__ __device__ unsigned int name(unsigned int a, unsigned int b);
#define CUDALAB_3(name)                                                                            \
  __host__ __device__ unsigned int name(unsigned int a, unsigned int b, unsigned int c);
#define CUDALAB_WORDS(lanes)                                                                       \
  CUDALAB_1(__vabs##lanes)                                                                         \
  CUDALAB_1(__vabsss##lanes)                                                                       \
  CUDALAB_1(__vneg##lanes)                                                                         \
  CUDALAB_1(__vnegss##lanes)                                                                       \
  CUDALAB_2(__vadd##lanes)                                                                         \
  CUDALAB_2(__vaddss##lanes)                                                                       \
  CUDALAB_2(__vaddus##lanes)                                                                       \
  CUDALAB_2(__vsub##lanes)                                                                         \
  CUDALAB_2(__vsubss##lanes)                                                                       \
  CUDALAB_2(__vsubus##lanes)                                                                       \
  CUDALAB_2(__vavgs##lanes)                                                                        \
  CUDALAB_2(__vavgu##lanes)                                                                        \
  CUDALAB_2(__vhaddu##lanes)                                                                       \
  CUDALAB_2(__vabsdiffs##lanes)                                                                    \
  CUDALAB_2(__vabsdiffu##lanes)                                                                    \
  CUDALAB_2(__vmaxs##lanes)                                                                        \
  CUDALAB_2(__vmaxu##lanes)                                                                        \
  CUDALAB_2(__vmins##lanes)                                                                        \
  CUDALAB_2(__vminu##lanes)                                                                        \
  CUDALAB_2(__vsads##lanes)                                                                        \
  CUDALAB_2(__vsadu##lanes)
CUDALAB_WORDS(2)
CUDALAB_WORDS(4)
// vcmp: all bits of a lane are set where it is so; vset: the lowest one.
#define CUDALAB_COMPARISON(name)                                                                   \
  CUDALAB_2(__vcmp##name)                                                                          \
  CUDALAB_2(__vset##name)
#define CUDALAB_COMPARISONS(lanes)                                                                 \
  CUDALAB_COMPARISON(eq##lanes)                                                                    \
  CUDALAB_COMPARISON(ne##lanes)                                                                    \
  CUDALAB_COMPARISON(ges##lanes)                                                                   \
  CUDALAB_COMPARISON(geu##lanes)                                                                   \
  CUDALAB_COMPARISON(gts##lanes)                                                                   \
  CUDALAB_COMPARISON(gtu##lanes)                                                                   \
  CUDALAB_COMPARISON(les##lanes)                                                                   \
  CUDALAB_COMPARISON(leu##lanes)                                                                   \
  CUDALAB_COMPARISON(lts##lanes)                                                                   \
  CUDALAB_COMPARISON(ltu##lanes)
CUDALAB_COMPARISONS(2)
CUDALAB_COMPARISONS(4)
#undef CUDALAB_COMPARISONS
#undef CUDALAB_COMPARISON
#undef CUDALAB_WORDS

// The largest or smallest of three numbers, or of a + b and c; relu: and 0.

__host__ __device__ int __vimax3_s32(int a, int b, int c);
__host__ __device__ int __vimax3_s32_relu(int a, int b, int c);
__host__ __device__ unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c);
CUDALAB_3(__vimax3_s16x2)
CUDALAB_3(__vimax3_s16x2_relu)
CUDALAB_3(__vimax3_u16x2)
__host__ __device__ int __viaddmax_s32(int a, int b, int c);
__host__ __device__ int __viaddmax_s32_relu(int a, int b, int c);
__host__ __device__ unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c);
CUDALAB_3(__viaddmax_s16x2)
CUDALAB_3(__viaddmax_s16x2_relu)
CUDALAB_3(__viaddmax_u16x2)
__host__ __device__ int __vimax_s32_relu(int a, int b);
CUDALAB_2(__vimax_s16x2_relu)
__host__ __device__ int __vimin3_s32(int a, int b, int c);
__host__ __device__ int __vimin3_s32_relu(int a, int b, int c);
__host__ __device__ unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c);
CUDALAB_3(__vimin3_s16x2)
CUDALAB_3(__vimin3_s16x2_relu)
CUDALAB_3(__vimin3_u16x2)
__host__ __device__ int __viaddmin_s32(int a, int b, int c);
__host__ __device__ int __viaddmin_s32_relu(int a, int b, int c);
__host__ __device__ unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c);
CUDALAB_3(__viaddmin_s16x2)
CUDALAB_3(__viaddmin_s16x2_relu)
CUDALAB_3(__viaddmin_u16x2)
__host__ __device__ int __vimin_s32_relu(int a, int b);
CUDALAB_2(__vimin_s16x2_relu)
#undef CUDALAB_1
#undef CUDALAB_2
#undef CUDALAB_3

// The larger or smaller of two, and whether it is the first (also when they are equal).
CUDALAB_INLINE int __vibmax_s32(int a, int b, bool* first) {
  *first = a >= b;
  return *first ? a : b;
}
CUDALAB_INLINE unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool* first) {
  *first = a >= b;
  return *first ? a : b;
}
CUDALAB_INLINE unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool* first_high,
                                           bool* first_low) {
  *first_high = (short)(a >> 16) >= (short)(b >> 16);
  *first_low = (short)a >= (short)b;
  return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);
}
CUDALAB_INLINE unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool* first_high,
                                           bool* first_low) {
  *first_high = (unsigned short)(a >> 16) >= (unsigned short)(b >> 16);
  *first_low = (unsigned short)a >= (unsigned short)b;
  return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);
}
CUDALAB_INLINE int __vibmin_s32(int a, int b, bool* first) {
  *first = a <= b;
  return *first ? a : b;
}
CUDALAB_INLINE unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool* first) {
  *first = a <= b;
  return *first ? a : b;
}
CUDALAB_INLINE unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool* first_high,
                                           bool* first_low) {
  *first_high = (short)(a >> 16) <= (short)(b >> 16);
  *first_low = (short)a <= (short)b;
  return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);
}
CUDALAB_INLINE unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool* first_high,
                                           bool* first_low) {
  *first_high = (unsigned short)(a >> 16) <= (unsigned short)(b >> 16);
  *first_low = (unsigned short)a <= (unsigned short)b;
  return ((*first_high ? a : b) & 0xffff0000u) | ((*first_low ? a : b) & 0xffffu);
}
