// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuRAND's device functions for Sobol' sequences. The observers see the state read and written at
/// the student's line, and direction vectors read.
#include <cmath>

#include "emulator/device/random/sobol.h"
#include "emulator/include/curand_kernel.h"
#include "emulator/runtime/blocks/library_access.h"

using namespace cudalab::emulator;

namespace {

template <class State, class Number>
void begin_sobol(State* state, const Number* directions, Number offset, const void* pc) {
  constexpr std::size_t count = sizeof state->direction_vectors / sizeof(Number);
  for (std::size_t i = 0; i < count; ++i) {
    observe_access(directions + i, sizeof(Number), access_kind::read, pc);
    observe_access(state->direction_vectors + i, sizeof(Number), access_kind::write, pc);
    state->direction_vectors[i] = directions[i];
  }
  for (Number* const each : {&state->i, &state->x, &state->c})
    observe_access(each, sizeof(Number), access_kind::write, pc);
  state->i = offset;
  state->c = 0;
  state->x = sobol_number(state->direction_vectors, offset);
}

/// The place of the next number, and that number.
template <class State>
void observe_sobol_use(State* state, const void* pc) {
  for (auto* const each : {&state->i, &state->x})
    for (const access_kind kind : {access_kind::read, access_kind::write})
      observe_access(each, sizeof *each, kind, pc);
}

template <class State>
auto next_sobol(State* state, const void* pc) {
  observe_sobol_use(state, pc);
  const auto number = state->x;
  state->x ^= sobol_step(state->direction_vectors, state->i);
  ++state->i;
  return number;
}

template <class State, class Number>
void skip_sobol(State* state, Number count, const void* pc) {
  observe_sobol_use(state, pc);
  state->i += count;
  state->x = sobol_number(state->direction_vectors, state->i);
}

std::uint32_t upper_bits(unsigned number) {
  return number;
}
std::uint32_t upper_bits(unsigned long long number) {
  return static_cast<std::uint32_t>(number >> 32);
}

template <class Number>
float single_uniform(Number number) {
  return static_cast<float>(upper_bits(number)) * 0x1p-32f + 0x1p-33f;
}
double double_uniform(unsigned number) {
  return number * 0x1p-32 + 0x1p-32;
}
double double_uniform(unsigned long long number) {
  return static_cast<double>(number >> 11) * 0x1p-53 + 0x1p-54;
}

/// By the inverse of the distribution function, which keeps the order.
double normal_of(unsigned number) {
  return normcdfinv(number * 0x1p-32 + 0x1p-33);
}
double normal_of(unsigned long long number) {
  return normcdfinv(double_uniform(number));
}

} // namespace

#define NEXT next_sobol(state, __builtin_return_address(0))
#define SOBOL_FUNCTIONS(type, number, vectors)                                                     \
  void curand_init(vectors directions, number offset, type* state) {                               \
    begin_sobol(state, directions, offset, __builtin_return_address(0));                           \
  }                                                                                                \
  void skipahead(number count, type* state) {                                                      \
    skip_sobol(state, count, __builtin_return_address(0));                                         \
  }                                                                                                \
  number curand(type* state) {                                                                     \
    return NEXT;                                                                                   \
  }                                                                                                \
  float curand_uniform(type* state) {                                                              \
    return single_uniform(NEXT);                                                                   \
  }                                                                                                \
  double curand_uniform_double(type* state) {                                                      \
    return double_uniform(NEXT);                                                                   \
  }                                                                                                \
  float curand_normal(type* state) {                                                               \
    return static_cast<float>(normal_of(upper_bits(NEXT)));                                        \
  }                                                                                                \
  double curand_normal_double(type* state) {                                                       \
    return normal_of(NEXT);                                                                        \
  }                                                                                                \
  float curand_log_normal(type* state, float mean, float deviation) {                              \
    return static_cast<float>(std::exp(mean + deviation * normal_of(upper_bits(NEXT))));           \
  }                                                                                                \
  double curand_log_normal_double(type* state, double mean, double deviation) {                    \
    return std::exp(mean + deviation * normal_of(NEXT));                                           \
  }
SOBOL_FUNCTIONS(curandStateSobol32, unsigned int, curandDirectionVectors32_t)
SOBOL_FUNCTIONS(curandStateSobol64, unsigned long long, curandDirectionVectors64_t)
