// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// MRG32k3a: P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive
/// Random Number Generators", Operations Research 47 (1999).
#include <array>

#include "emulator/device/random/generators.h"

namespace cudalab::emulator {

namespace {

using number = unsigned long long;
using matrix3 = std::array<std::array<number, 3>, 3>;

/// One of the two recursions, a linear map of its last three numbers, the oldest first.
struct recursion {
  number modulus;
  matrix3 step;
};

constexpr number modulus1 = 4294967087u, modulus2 = 4294944443u;
constexpr recursion recursions[] = {
    {modulus1, {{{0, 1, 0}, {0, 0, 1}, {modulus1 - 810728, 1403580, 0}}}},
    {modulus2, {{{0, 1, 0}, {0, 0, 1}, {modulus2 - 1370589, 0, 527612}}}}};

constexpr int subsequence_power = 76, sequence_power = 127;

matrix3 product(const matrix3& a, const matrix3& b, number modulus) {
  matrix3 result{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        result[i][j] = (result[i][j] + a[i][k] * b[k][j] % modulus) % modulus;
  return result;
}

/// What 2^power steps are.
matrix3 steps(const recursion& of, int power) {
  matrix3 all = of.step;
  for (int i = 0; i < power; ++i)
    all = product(all, all, of.modulus);
  return all;
}

/// Of both recursions; they are asked for again and again.
struct far_steps {
  explicit far_steps(int power) : of{steps(recursions[0], power), steps(recursions[1], power)} {}
  matrix3 of[2];
};
const matrix3& far_step(int which, int power) {
  static const far_steps one(0), subsequence(subsequence_power), sequence(sequence_power);
  return (power == 0 ? one : power == subsequence_power ? subsequence : sequence).of[which];
}

/// 2^first_power * count steps.
void leap(unsigned* state, int which, int first_power, number count) {
  const recursion& of = recursions[which];
  matrix3 power = far_step(which, first_power);
  for (;;) {
    if ((count & 1) != 0) {
      std::array<number, 3> moved{};
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
          moved[i] = (moved[i] + power[i][k] * state[k] % of.modulus) % of.modulus;
      for (int i = 0; i < 3; ++i)
        state[i] = static_cast<unsigned>(moved[i]);
    }
    if ((count >>= 1) == 0)
      return;
    power = product(power, power, of.modulus);
  }
}

void leap(curandStateMRG32k3a& state, int first_power, number count) {
  leap(state.s1, 0, first_power, count);
  leap(state.s2, 1, first_power, count);
}

void push(unsigned* state, number newest) {
  state[0] = state[1];
  state[1] = state[2];
  state[2] = static_cast<unsigned>(newest);
}

} // namespace

// The constants that mix the seed are cuRAND's.
void seed(curandStateMRG32k3a& state, unsigned long long seed) {
  number low = static_cast<unsigned>(seed) ^ 0x55555555u;
  number high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  if (seed == 0)
    low = high = 1;
  for (int i = 0; i < 3; ++i) {
    state.s1[i] = static_cast<unsigned>((i == 1 ? high : low) * 12345 % modulus1);
    state.s2[i] = static_cast<unsigned>((i == 1 ? low : high) * 12345 % modulus2);
  }
}

void skip(curandStateMRG32k3a& state, unsigned long long count) {
  leap(state, 0, count);
}

void skip_subsequences(curandStateMRG32k3a& state, unsigned long long count) {
  leap(state, subsequence_power, count);
}

void skip_sequences(curandStateMRG32k3a& state, unsigned long long count) {
  leap(state, sequence_power, count);
}

double next_of_modulus(curandStateMRG32k3a& state) {
  const number newest1 =
      (1403580 * number{state.s1[1]} + 810728 * (modulus1 - state.s1[0])) % modulus1;
  const number newest2 =
      (527612 * number{state.s2[2]} + 1370589 * (modulus2 - state.s2[0])) % modulus2;
  push(state.s1, newest1);
  push(state.s2, newest2);
  return static_cast<double>(newest1 > newest2 ? newest1 - newest2 : newest1 - newest2 + modulus1);
}

unsigned next(curandStateMRG32k3a& state) {
  return static_cast<unsigned>(next_of_modulus(state) * 1.000000048662); // to all of 32 bits
}

} // namespace cudalab::emulator
