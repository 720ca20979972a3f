// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Distributions of cuRAND's device functions. Each takes the generator's numbers in the order in
/// which cuRAND takes them.
#pragma once

#include <cmath>

#include "emulator/device/random/generators.h"
#include "emulator/device/random/poisson_tail.h"

namespace cudalab::emulator {

inline constexpr double mrg_scale = 2.3283065498378288e-10; ///< one over 4294967088

/// (0, 1]
inline float uniform_of(unsigned x) {
  return static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
}
/// (0, 1] from 53 of 64 bits.
inline double uniform_of(unsigned low, unsigned high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

template <class State>
float uniform(State& state) {
  return uniform_of(next(state));
}
inline float uniform(curandStateMRG32k3a& state) {
  return static_cast<float>(next_of_modulus(state) * mrg_scale);
}

inline double uniform_double(curandStateXORWOW& state) {
  const unsigned low = next(state), high = next(state);
  return uniform_of(low, high);
}
inline double uniform_double(curandStatePhilox4_32_10& state) {
  return next(state) * 0x1p-32 + 0x1p-32;
}
inline double uniform_double(curandStateMRG32k3a& state) {
  return next_of_modulus(state) * mrg_scale;
}

// Two independent normal numbers: G. Box and M. Muller, Annals of Mathematical Statistics 29
// (1958).
inline float2 box_muller(float radius, float angle) {
  const float length = std::sqrt(-2.0f * std::log(radius));
  return {std::sin(angle) * length, std::cos(angle) * length};
}
/// @param half_turns the angle over pi
inline double2 box_muller(double radius, double half_turns) {
  const double length = std::sqrt(-2.0 * std::log(radius));
  return {sinpi(half_turns) * length, cospi(half_turns) * length};
}

inline constexpr float two_pi = 6.2831855f;

template <class State>
float2 normal_pair(State& state) {
  const unsigned x = next(state), y = next(state);
  constexpr float turn = 0x1p-32f * two_pi;
  return box_muller(uniform_of(x), std::fma(static_cast<float>(y), turn, turn / 2));
}
inline float2 normal_pair(curandStateMRG32k3a& state) {
  const float x = uniform(state), y = uniform(state);
  return box_muller(x, y * two_pi);
}

template <class State>
double2 normal_pair_double(State& state) {
  const unsigned x0 = next(state), x1 = next(state), y0 = next(state), y1 = next(state);
  return box_muller(uniform_of(x0, x1), 2 * uniform_of(y0, y1));
}
inline double2 normal_pair_double(curandStateMRG32k3a& state) {
  const double x = uniform_double(state), y = uniform_double(state);
  return box_muller(x, 2 * y);
}

/// What boxmuller_flag says of boxmuller_extra.
enum kept { nothing, normal_number, log_normal_number };

/// One number of a pair; the other is kept for the next call of the same kind.
template <class State, class Shape>
float one_of_pair(State& state, kept kind, const Shape& shape) {
  if (state.boxmuller_flag == kind) {
    state.boxmuller_flag = nothing;
    return state.boxmuller_extra;
  }
  const float2 pair = normal_pair(state);
  state.boxmuller_extra = shape(pair.y);
  state.boxmuller_flag = kind;
  return shape(pair.x);
}
template <class State, class Shape>
double one_of_pair_double(State& state, kept kind, const Shape& shape) {
  if (state.boxmuller_flag_double == kind) {
    state.boxmuller_flag_double = nothing;
    return state.boxmuller_extra_double;
  }
  const double2 pair = normal_pair_double(state);
  state.boxmuller_extra_double = shape(pair.y);
  state.boxmuller_flag_double = kind;
  return shape(pair.x);
}

template <class State>
double normal_double(State& state) {
  return one_of_pair_double(state, normal_number, [](double x) { return x; });
}

template <class State>
unsigned poisson(State& state, double mean) {
  if (mean < 64) { // D. Knuth, The Art of Computer Programming, volume 2, section 3.4.1
    float product = std::exp(static_cast<float>(mean));
    unsigned count = 0;
    while ((product *= uniform(state)) > 1)
      ++count;
    return count;
  }
  if (mean > 4000)
    return static_cast<unsigned>(std::sqrt(mean) * normal_double(state) + mean + 0.5);
  const poisson_tail tail(static_cast<float>(mean));
  for (;;) {
    const float y = uniform(state), z = uniform(state), x = tail.candidate(y);
    if (tail.accepts(x, z))
      return static_cast<unsigned>(x);
  }
}

} // namespace cudalab::emulator
