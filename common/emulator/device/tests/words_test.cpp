// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <climits>
#include <cstdint>

#include "emulator/include/cudalab/integer_intrinsics.h"
#include "emulator/include/cudalab/simd_words.h"

TEST_CASE("bits and bytes") {
  CHECK(__brev(1) == 0x80000000);
  CHECK(__brevll(3) == 0xc000000000000000ull);
  CHECK(__clz(0) == 32);
  CHECK(__clzll(1) == 63);
  CHECK(__ffsll(1ll << 40) == 41);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x7210) == 0x77221100);
  CHECK(__byte_perm(0x80, 0, 0x8888) == 0xffffffff);
  CHECK(__fns(0b101100, 0, 2) == 3);
  CHECK(__fns(0b101100, 5, -2) == 3);
  CHECK(__fns(0b101100, 3, 0) == 3);
  CHECK(__fns(0b101100, 4, 0) == 0xffffffff);
  CHECK(__fns(0b101100, 0, 4) == 0xffffffff);
}

TEST_CASE("shifts across two words, with and without a limit") {
  CHECK(__funnelshift_l(0x80000000, 1, 1) == 3);
  CHECK(__funnelshift_l(5, 6, 32) == 6);
  CHECK(__funnelshift_lc(5, 6, 32) == 5);
  CHECK(__funnelshift_r(0, 1, 1) == 0x80000000);
  CHECK(__funnelshift_r(5, 6, 33) == 2);
  CHECK(__funnelshift_rc(5, 6, 40) == 6);
}

TEST_CASE("wide products, sums and means") {
  CHECK(__mulhi(INT_MIN, INT_MIN) == 0x40000000);
  CHECK(__umulhi(0xffffffff, 0xffffffff) == 0xfffffffe);
  CHECK(__mul64hi(LLONG_MIN, 2) == -1);
  CHECK(__umul64hi(~0ull, ~0ull) == ~0ull - 1);
  CHECK(__mul24(0x800000, 1) == -0x800000);
  CHECK(__umul24(0xff000003, 0xff000005) == 15);
  CHECK(__sad(INT_MIN, INT_MAX, 1) == 0); // wraps
  CHECK(__usad(3, 10, 2) == 9);
  CHECK(__hadd(INT_MAX, INT_MAX) == INT_MAX);
  CHECK(__hadd(-3, 0) == -2);
  CHECK(__rhadd(-3, 0) == -1);
  CHECK(__urhadd(0xffffffff, 0xfffffffe) == 0xffffffff);
  CHECK(__dp4a(char4{1, -2, 3, -4}, char4{-128, 127, 5, 6}, 1000) == 1000 - 128 - 254 + 15 - 24);
  CHECK(__dp4a(0xffffffffu, 0x01010101u, 0u) == 1020);
  CHECK(__dp4a(int(0xffffffff), 0x01010101, 0) == -4);
  CHECK(__dp2a_lo(short2{1000, -1}, char4{2, 3, 4, 5}, 7) == 2004);
  CHECK(__dp2a_hi(short2{1000, -1}, char4{2, 3, 4, 5}, 7) == 4002);
}

namespace {

using word = unsigned int;

int lane_of(word x, int n, int bits, bool is_signed) {
  const int value = static_cast<int>(x >> (n * bits)) & ((1 << bits) - 1);
  return is_signed && value >> (bits - 1) ? value - (1 << bits) : value;
}

/// Every pair of bytes, in different lanes, against plain arithmetic.
template <class Expected>
bool all_bytes(word (*function)(word, word), bool is_signed, Expected expected) {
  for (word x = 0; x < 256; ++x)
    for (word y = 0; y < 256; ++y) {
      const word a = x << 24 | y << 8 | 0x00800001, b = y << 24 | x << 8 | 0x007f00ff;
      const word result = function(a, b);
      for (int n = 0; n < 4; ++n)
        if ((result >> (8 * n) & 0xff) !=
            (word(expected(lane_of(a, n, 8, is_signed), lane_of(b, n, 8, is_signed))) & 0xff))
          return false;
    }
  return true;
}

int clamp_signed(int x) {
  return x < -128 ? -128 : x > 127 ? 127 : x;
}

} // namespace

TEST_CASE("arithmetic on the four bytes of a word") {
  CHECK(all_bytes(__vadd4, false, [](int x, int y) { return x + y; }));
  CHECK(all_bytes(__vaddss4, true, [](int x, int y) { return clamp_signed(x + y); }));
  CHECK(all_bytes(__vsubss4, true, [](int x, int y) { return clamp_signed(x - y); }));
  CHECK(all_bytes(__vaddus4, false, [](int x, int y) { return x + y > 255 ? 255 : x + y; }));
  CHECK(all_bytes(__vsubus4, false, [](int x, int y) { return x < y ? 0 : x - y; }));
  CHECK(all_bytes(__vabsdiffs4, true, [](int x, int y) { return x < y ? y - x : x - y; }));
  CHECK(all_bytes(__vmaxs4, true, [](int x, int y) { return x < y ? y : x; }));
  CHECK(all_bytes(__vminu4, false, [](int x, int y) { return x < y ? x : y; }));
  CHECK(all_bytes(__vhaddu4, false, [](int x, int y) { return (x + y) / 2; }));
  CHECK(all_bytes(__vcmpgts4, true, [](int x, int y) { return x > y ? 255 : 0; }));
  CHECK(all_bytes(__vsetleu4, false, [](int x, int y) { return x <= y; }));
}

TEST_CASE("arithmetic on the two halves of a word") {
  CHECK(__vadd2(0xffff0001, 0x0001ffff) == 0);
  CHECK(__vaddss2(0x7fff8000, 0x0001ffff) == 0x7fff8000);
  CHECK(__vneg2(0x80000001) == 0x8000ffff);
  CHECK(__vnegss2(0x80000001) == 0x7fffffff);
  CHECK(__vabs2(0x8000ffff) == 0x80000001);
  CHECK(__vabsss2(0x8000ffff) == 0x7fff0001);
  CHECK(__vavgs2(0xfffe0003, 0xffff0004) == 0xfffe0004); // -1.5 and 3.5
  CHECK(__vavgu2(0xffff0003, 0xfffe0004) == 0xffff0004);
  CHECK(__vsads2(0x8000ffff, 0x7fff0001) == 65537);
  CHECK(__vsadu4(0xff000102, 0x00ff0100) == 512);
  CHECK(__vcmpeq2(0x00010002, 0x00010003) == 0xffff0000);
  CHECK(__vimax3_s16x2_relu(0xfff00001, 0xfff10002, 0xfff20003) == 0x00000003);
  CHECK(__viaddmax_s32(INT_MAX, 1, 0) == 0); // the sum wraps
  CHECK(__viaddmin_u16x2(0xffff0001, 0x00020001, 0x00050005) == 0x00010002);
  bool high = false, low = false;
  CHECK(__vibmax_s16x2(0x0001ffff, 0x00010001, &high, &low) == 0x00010001);
  CHECK(high);
  CHECK(!low);
}
