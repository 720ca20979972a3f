// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Philox 4x32-10: J. Salmon and others, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011.
/// The state holds the counter, and the four numbers that it gives.
#include "emulator/device/random/generators.h"

namespace cudalab::emulator {

namespace {

constexpr int rounds = 10;

uint4 numbers_of(uint4 counter, uint2 key) {
  for (int round = 0; round < rounds; ++round) {
    const unsigned long long a = 0xd2511f53ull * counter.x, b = 0xcd9e8d57ull * counter.z;
    counter = {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
    key.x += 0x9e3779b9u; // the golden ratio
    key.y += 0xbb67ae85u; // the root of 3, less 1
  }
  return counter;
}

/// The counter as two halves of 64 bits.
void advance(curandStatePhilox4_32_10& state, unsigned long long low, unsigned long long high) {
  uint4& counter = state.ctr;
  const unsigned long long before = static_cast<unsigned long long>(counter.y) << 32 | counter.x;
  const unsigned long long after = before + low;
  high += (static_cast<unsigned long long>(counter.w) << 32 | counter.z) + (after < before ? 1 : 0);
  counter = {static_cast<unsigned>(after), static_cast<unsigned>(after >> 32),
             static_cast<unsigned>(high), static_cast<unsigned>(high >> 32)};
  state.output = numbers_of(counter, state.key);
}

} // namespace

void seed(curandStatePhilox4_32_10& state, unsigned long long seed) {
  state.ctr = {0, 0, 0, 0};
  state.key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state.STATE = 0;
  state.output = numbers_of(state.ctr, state.key);
}

void skip(curandStatePhilox4_32_10& state, unsigned long long count) {
  const unsigned place = state.STATE + static_cast<unsigned>(count & 3);
  state.STATE = place & 3;
  advance(state, count / 4 + place / 4, 0);
}

void skip_subsequences(curandStatePhilox4_32_10& state, unsigned long long count) {
  advance(state, 0, count);
}

unsigned next(curandStatePhilox4_32_10& state) {
  const unsigned numbers[] = {state.output.x, state.output.y, state.output.z, state.output.w};
  const unsigned number = numbers[state.STATE & 3];
  if (++state.STATE == 4) {
    state.STATE = 0;
    advance(state, 1, 0);
  }
  return number;
}

} // namespace cudalab::emulator
