// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Bits, bytes and wide products of integers.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "vector_types.h"

CUDALAB_INLINE int __popc(unsigned int x) {
  return __builtin_popcount(x);
}
CUDALAB_INLINE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
CUDALAB_INLINE int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(unsigned(x));
}
CUDALAB_INLINE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll((unsigned long long)x);
}
CUDALAB_INLINE int __ffs(int x) {
  return __builtin_ffs(x);
}
CUDALAB_INLINE int __ffsll(long long x) {
  return __builtin_ffsll(x);
}
CUDALAB_INLINE unsigned long long __brevll(unsigned long long x) {
  x = (x & 0x5555555555555555ull) << 1 | (x >> 1 & 0x5555555555555555ull);
  x = (x & 0x3333333333333333ull) << 2 | (x >> 2 & 0x3333333333333333ull);
  x = (x & 0x0f0f0f0f0f0f0f0full) << 4 | (x >> 4 & 0x0f0f0f0f0f0f0f0full);
  return __builtin_bswap64(x);
}
CUDALAB_INLINE unsigned int __brev(unsigned int x) {
  return unsigned(__brevll(x) >> 32);
}
/// The place of the `offset`-th set bit from `base` on, downwards for a negative offset; for 0,
/// `base` itself when it is set. 0xffffffff: there is none.
__host__ __device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);

/// Four bytes picked out of the eight of x (0 to 3) and y (4 to 7): one hexadecimal digit of the
/// selector each. Bit 3 of a digit takes the byte's sign instead (PTX: prmt).
CUDALAB_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long bytes = (unsigned long long)y << 32 | x;
  unsigned int result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned int digit = selector >> (4 * i);
    unsigned int byte = unsigned(bytes >> (8 * (digit & 7))) & 0xff;
    if (digit & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= byte << (8 * i);
  }
  return result;
}

// Of the 64 bits high:low, shifted: the high half of a left shift, the low half of a right one.
CUDALAB_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                            unsigned int shift) {
  return unsigned((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}
CUDALAB_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high,
                                             unsigned int shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
CUDALAB_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                            unsigned int shift) {
  return unsigned(((unsigned long long)high << 32 | low) >> (shift & 31));
}
CUDALAB_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high,
                                             unsigned int shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

CUDALAB_INLINE int __mulhi(int a, int b) {
  return int((long long)a * b >> 32);
}
CUDALAB_INLINE unsigned int __umulhi(unsigned int a, unsigned int b) {
  return unsigned((unsigned long long)a * b >> 32);
}
CUDALAB_INLINE long long __mul64hi(long long a, long long b) {
  return (long long)((__extension__(__int128) a * b) >> 64);
}
CUDALAB_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((__extension__(unsigned __int128) a * b) >> 64);
}
CUDALAB_INLINE int mulhi(int a, int b) {
  return __mulhi(a, b);
}
CUDALAB_INLINE unsigned int mulhi(unsigned int a, unsigned int b) {
  return __umulhi(a, b);
}
CUDALAB_INLINE long long mul64hi(long long a, long long b) {
  return __mul64hi(a, b);
}
CUDALAB_INLINE unsigned long long mul64hi(unsigned long long a, unsigned long long b) {
  return __umul64hi(a, b);
}
/// The low 32 bits of the product of the low 24 bits.
CUDALAB_INLINE unsigned int __umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
CUDALAB_INLINE int __mul24(int a, int b) {
  const long long low_a = int(unsigned(a) << 8) >> 8, low_b = int(unsigned(b) << 8) >> 8;
  return int(low_a * low_b);
}

/// |a - b| + c
CUDALAB_INLINE unsigned int __sad(int a, int b, unsigned int c) {
  return (a > b ? unsigned(a) - unsigned(b) : unsigned(b) - unsigned(a)) + c;
}
CUDALAB_INLINE unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a > b ? a - b : b - a) + c;
}
// The mean of two numbers without overflow, rounded down; with an r, up.
CUDALAB_INLINE int __hadd(int a, int b) {
  return int(((long long)a + b) >> 1);
}
CUDALAB_INLINE int __rhadd(int a, int b) {
  return int(((long long)a + b + 1) >> 1);
}
CUDALAB_INLINE unsigned int __uhadd(unsigned int a, unsigned int b) {
  return unsigned(((unsigned long long)a + b) >> 1);
}
CUDALAB_INLINE unsigned int __urhadd(unsigned int a, unsigned int b) {
  return unsigned(((unsigned long long)a + b + 1) >> 1);
}

// c + a . b, with four bytes, or two halves of a word and two bytes of b (the low or the high two).
CUDALAB_INLINE int __dp4a(char4 a, char4 b, int c) {
  return int(unsigned(c) + unsigned(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w));
}
CUDALAB_INLINE unsigned int __dp4a(uchar4 a, uchar4 b, unsigned int c) {
  return c + unsigned(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
CUDALAB_INLINE int __dp2a_lo(short2 a, char4 b, int c) {
  return int(unsigned(c) + unsigned(a.x * b.x + a.y * b.y));
}
CUDALAB_INLINE unsigned int __dp2a_lo(ushort2 a, uchar4 b, unsigned int c) {
  return c + unsigned(a.x) * b.x + unsigned(a.y) * b.y;
}
CUDALAB_INLINE int __dp2a_hi(short2 a, char4 b, int c) {
  return int(unsigned(c) + unsigned(a.x * b.z + a.y * b.w));
}
CUDALAB_INLINE unsigned int __dp2a_hi(ushort2 a, uchar4 b, unsigned int c) {
  return c + unsigned(a.x) * b.z + unsigned(a.y) * b.w;
}
#define CUDALAB_DOT(name, type, a_type, b_type)                                                    \
  CUDALAB_INLINE type name(type a, type b, type c) {                                               \
    a_type parts_of_a;                                                                             \
    b_type parts_of_b;                                                                             \
    __builtin_memcpy(&parts_of_a, &a, sizeof a);                                                   \
    __builtin_memcpy(&parts_of_b, &b, sizeof b);                                                   \
    return name(parts_of_a, parts_of_b, c);                                                        \
  }
CUDALAB_DOT(__dp4a, int, char4, char4)
CUDALAB_DOT(__dp4a, unsigned int, uchar4, uchar4)
CUDALAB_DOT(__dp2a_lo, int, short2, char4)
CUDALAB_DOT(__dp2a_lo, unsigned int, ushort2, uchar4)
CUDALAB_DOT(__dp2a_hi, int, short2, char4)
CUDALAB_DOT(__dp2a_hi, unsigned int, ushort2, uchar4)
#undef CUDALAB_DOT

CUDALAB_INLINE unsigned short __nv_bswap16(unsigned short x) {
  return __builtin_bswap16(x);
}
CUDALAB_INLINE unsigned int __nv_bswap32(unsigned int x) {
  return __builtin_bswap32(x);
}
CUDALAB_INLINE unsigned long long __nv_bswap64(unsigned long long x) {
  return __builtin_bswap64(x);
}
