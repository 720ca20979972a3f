// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// XORWOW: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003), section 3.1.
#include <array>
#include <bit>
#include <memory>

#include "emulator/device/random/generators.h"

namespace cudalab::emulator {

namespace {

constexpr unsigned weyl_step = 362437;
constexpr int words = 5, bits = 32 * words;
/// A subsequence is this power of two long.
constexpr int subsequence_bits = 67;

using vector = std::array<unsigned, words>;
/// A linear map of the state's bits: row i is what becomes of bit i alone.
using bit_matrix = std::array<vector, bits>;

void step(unsigned* v) {
  const unsigned t = v[0] ^ v[0] >> 2;
  for (int i = 0; i + 1 < words; ++i)
    v[i] = v[i + 1];
  v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
}

vector applied(const bit_matrix& map, const vector& v) {
  vector result{};
  for (int word = 0; word < words; ++word)
    for (unsigned rest = v[word]; rest != 0; rest &= rest - 1) {
      const vector& row = map[32 * word + std::countr_zero(rest)];
      for (int i = 0; i < words; ++i)
        result[i] ^= row[i];
    }
  return result;
}

constexpr int powers = subsequence_bits + 64;

/// The maps of 2^0, 2^1, ... steps, each the one before applied twice.
std::unique_ptr<std::array<bit_matrix, powers>> make_powers() {
  auto all = std::make_unique<std::array<bit_matrix, powers>>();
  for (int bit = 0; bit < bits; ++bit) {
    vector one{};
    one[bit / 32] = 1u << bit % 32;
    step(one.data());
    (*all)[0][bit] = one;
  }
  for (int power = 1; power < powers; ++power)
    for (int bit = 0; bit < bits; ++bit)
      (*all)[power][bit] = applied((*all)[power - 1], (*all)[power - 1][bit]);
  return all;
}

/// 2^first_power * count steps.
void leap(curandStateXORWOW& state, int first_power, unsigned long long count) {
  if (count == 0)
    return;
  static const auto& all = *make_powers().release();
  vector v;
  std::copy(state.v, state.v + words, v.begin());
  for (int power = first_power; count != 0; ++power, count >>= 1)
    if ((count & 1) != 0)
      v = applied(all[power], v);
  std::copy(v.begin(), v.end(), state.v);
}

} // namespace

// The constants that mix the seed are cuRAND's.
void seed(curandStateXORWOW& state, unsigned long long seed) {
  const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
  const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
  state.d = 6615241u + low + high;
  state.v[0] = 123456789u + low;
  state.v[1] = 362436069u ^ low;
  state.v[2] = 521288629u + high;
  state.v[3] = 88675123u ^ high;
  state.v[4] = 5783321u + low;
}

void skip(curandStateXORWOW& state, unsigned long long count) {
  leap(state, 0, count);
  state.d += weyl_step * static_cast<unsigned>(count);
}

void skip_subsequences(curandStateXORWOW& state, unsigned long long count) {
  leap(state, subsequence_bits, count); // a multiple of 2^32 steps: d stays
}

unsigned next(curandStateXORWOW& state) {
  step(state.v);
  state.d += weyl_step;
  return state.v[4] + state.d;
}

} // namespace cudalab::emulator
