// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/include/cudalab/simd_words.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "emulator/include/cudalab/integer_intrinsics.h"

namespace {

using word = unsigned int;

/// The lanes of a word, widened, through `work`; the low bits of its results are the new lanes.
template <class Lane, class Work, class... Words>
word each(Work work, Words... words) {
  constexpr int bits = 8 * sizeof(Lane);
  word result = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const int made = work(static_cast<int>(static_cast<Lane>(words >> shift))...);
    result |= (static_cast<word>(made) & ((1u << bits) - 1)) << shift;
  }
  return result;
}

template <class Lane>
int fitted(int x) {
  return std::clamp<int>(x, std::numeric_limits<Lane>::min(), std::numeric_limits<Lane>::max());
}

template <class Lane>
word sum_of_differences(word a, word b) {
  word sum = 0;
  each<Lane>([&](int x, int y) { return sum += static_cast<word>(std::abs(x - y)), 0; }, a, b);
  return sum;
}

} // namespace

#define ONE(name, lane, value)                                                                     \
  word name(word a) {                                                                              \
    return each<lane>([](int x) { return value; }, a);                                             \
  }
#define TWO(name, lane, value)                                                                     \
  word name(word a, word b) {                                                                      \
    return each<lane>([](int x, int y) { return value; }, a, b);                                   \
  }
#define COMPARE(name, lane, condition)                                                             \
  TWO(__vcmp##name, lane, condition ? -1 : 0)                                                      \
  TWO(__vset##name, lane, condition ? 1 : 0)
#define WORDS(n, s, u)                                                                             \
  ONE(__vabs##n, s, x < 0 ? -x : x)                                                                \
  ONE(__vabsss##n, s, fitted<s>(x < 0 ? -x : x))                                                   \
  ONE(__vneg##n, s, -x)                                                                            \
  ONE(__vnegss##n, s, fitted<s>(-x))                                                               \
  TWO(__vadd##n, u, x + y)                                                                         \
  TWO(__vaddss##n, s, fitted<s>(x + y))                                                            \
  TWO(__vaddus##n, u, fitted<u>(x + y))                                                            \
  TWO(__vsub##n, u, x - y)                                                                         \
  TWO(__vsubss##n, s, fitted<s>(x - y))                                                            \
  TWO(__vsubus##n, u, fitted<u>(x - y))                                                            \
  TWO(__vavgs##n, s, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)                                          \
  TWO(__vavgu##n, u, (x + y + 1) >> 1)                                                             \
  TWO(__vhaddu##n, u, (x + y) >> 1)                                                                \
  TWO(__vabsdiffs##n, s, std::abs(x - y))                                                          \
  TWO(__vabsdiffu##n, u, std::abs(x - y))                                                          \
  TWO(__vmaxs##n, s, std::max(x, y))                                                               \
  TWO(__vmaxu##n, u, std::max(x, y))                                                               \
  TWO(__vmins##n, s, std::min(x, y))                                                               \
  TWO(__vminu##n, u, std::min(x, y))                                                               \
  COMPARE(eq##n, u, x == y)                                                                        \
  COMPARE(ne##n, u, x != y)                                                                        \
  COMPARE(ges##n, s, x >= y)                                                                       \
  COMPARE(geu##n, u, x >= y)                                                                       \
  COMPARE(gts##n, s, x > y)                                                                        \
  COMPARE(gtu##n, u, x > y)                                                                        \
  COMPARE(les##n, s, x <= y)                                                                       \
  COMPARE(leu##n, u, x <= y)                                                                       \
  COMPARE(lts##n, s, x < y)                                                                        \
  COMPARE(ltu##n, u, x < y)                                                                        \
  word __vsads##n(word a, word b) {                                                                \
    return sum_of_differences<s>(a, b);                                                            \
  }                                                                                                \
  word __vsadu##n(word a, word b) {                                                                \
    return sum_of_differences<u>(a, b);                                                            \
  }
WORDS(2, std::int16_t, std::uint16_t)
WORDS(4, std::int8_t, std::uint8_t)

// Sums wrap to the lane before they are compared.
#define THREE(name, lane, value)                                                                   \
  word name(word a, word b, word c) {                                                              \
    return each<lane>([](int x, int y, int z) -> int { return value; }, a, b, c);                  \
  }
#define OF_THREE(choice)                                                                           \
  int __vi##choice##3_s32(int a, int b, int c) {                                                   \
    return std::choice({a, b, c});                                                                 \
  }                                                                                                \
  int __vi##choice##3_s32_relu(int a, int b, int c) {                                              \
    return std::max(0, std::choice({a, b, c}));                                                    \
  }                                                                                                \
  word __vi##choice##3_u32(word a, word b, word c) {                                               \
    return std::choice({a, b, c});                                                                 \
  }                                                                                                \
  THREE(__vi##choice##3_s16x2, std::int16_t, std::choice({x, y, z}))                               \
  THREE(__vi##choice##3_s16x2_relu, std::int16_t, std::max(0, std::choice({x, y, z})))             \
  THREE(__vi##choice##3_u16x2, std::uint16_t, std::choice({x, y, z}))                              \
  int __viadd##choice##_s32(int a, int b, int c) {                                                 \
    return std::choice(static_cast<int>(static_cast<word>(a) + static_cast<word>(b)), c);          \
  }                                                                                                \
  int __viadd##choice##_s32_relu(int a, int b, int c) {                                            \
    return std::max(0, __viadd##choice##_s32(a, b, c));                                            \
  }                                                                                                \
  word __viadd##choice##_u32(word a, word b, word c) {                                             \
    return std::choice(a + b, c);                                                                  \
  }                                                                                                \
  THREE(__viadd##choice##_s16x2, std::int16_t,                                                     \
        std::choice<int>(static_cast<std::int16_t>(x + y), z))                                     \
  THREE(__viadd##choice##_s16x2_relu, std::int16_t,                                                \
        std::max(0, std::choice<int>(static_cast<std::int16_t>(x + y), z)))                        \
  THREE(__viadd##choice##_u16x2, std::uint16_t,                                                    \
        std::choice<int>(static_cast<std::uint16_t>(x + y), z))                                    \
  int __vi##choice##_s32_relu(int a, int b) {                                                      \
    return std::max(0, std::choice(a, b));                                                         \
  }                                                                                                \
  TWO(__vi##choice##_s16x2_relu, std::int16_t, std::max(0, std::choice(x, y)))
OF_THREE(max)
OF_THREE(min)

unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0)
    return mask >> (base & 31) & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int wanted = std::abs(offset);
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
    if ((mask >> bit & 1) != 0 && --wanted == 0)
      return static_cast<unsigned int>(bit);
  return ~0u;
}
