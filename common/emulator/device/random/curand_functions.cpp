// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuRAND's device functions. The observers see the state read and written at the student's line.
#include "emulator/device/random/distributions.h"
#include "emulator/runtime/blocks/library_access.h"

using namespace cudalab::emulator;

namespace {

/// The generator's own part comes first, what the distributions keep comes after it.
template <class State>
void observe_state(const State* state, std::size_t bytes, access_kind kind, const void* pc) {
  using word = unsigned long long;
  for (std::size_t at = 0; at < bytes; at += sizeof(word))
    observe_access(reinterpret_cast<const std::byte*>(state) + at, sizeof(word), kind, pc);
}

template <class State>
void observe_use(const State* state, std::size_t bytes, const void* pc) {
  observe_state(state, bytes, access_kind::read, pc);
  observe_state(state, bytes, access_kind::write, pc);
}

template <class State>
void initialise(State* state, unsigned long long number, unsigned long long subsequence,
                unsigned long long offset, const void* pc) {
  observe_state(state, sizeof *state, access_kind::write, pc);
  seed(*state, number);
  skip_subsequences(*state, subsequence);
  skip(*state, offset);
  state->boxmuller_flag = state->boxmuller_flag_double = nothing;
  state->boxmuller_extra = 0;
  state->boxmuller_extra_double = 0;
}

template <class Pair, class Shape>
Pair shaped(const Pair& pair, const Shape& shape) {
  return {shape(pair.x), shape(pair.y)};
}

const auto unchanged = [](auto x) { return x; };

auto log_normal(auto mean, auto deviation) {
  return [=](auto x) { return std::exp(mean + deviation * x); };
}

} // namespace

#define GENERATES observe_use(state, 24, __builtin_return_address(0));
#define DISTRIBUTES observe_use(state, sizeof *state, __builtin_return_address(0));

#define STATE_FUNCTIONS(type)                                                                      \
  void curand_init(unsigned long long seed, unsigned long long subsequence,                        \
                   unsigned long long offset, type* state) {                                       \
    initialise(state, seed, subsequence, offset, __builtin_return_address(0));                     \
  }                                                                                                \
  void skipahead(unsigned long long count, type* state) {                                          \
    GENERATES skip(*state, count);                                                                 \
  }                                                                                                \
  void skipahead_sequence(unsigned long long count, type* state) {                                 \
    GENERATES SKIP_SEQUENCES(*state, count);                                                       \
  }                                                                                                \
  unsigned curand(type* state) {                                                                   \
    GENERATES return next(*state);                                                                 \
  }                                                                                                \
  float curand_uniform(type* state) {                                                              \
    GENERATES return uniform(*state);                                                              \
  }                                                                                                \
  double curand_uniform_double(type* state) {                                                      \
    GENERATES return uniform_double(*state);                                                       \
  }                                                                                                \
  float curand_normal(type* state) {                                                               \
    DISTRIBUTES return one_of_pair(*state, normal_number, unchanged);                              \
  }                                                                                                \
  float2 curand_normal2(type* state) {                                                             \
    GENERATES return normal_pair(*state);                                                          \
  }                                                                                                \
  double curand_normal_double(type* state) {                                                       \
    DISTRIBUTES return normal_double(*state);                                                      \
  }                                                                                                \
  double2 curand_normal2_double(type* state) {                                                     \
    GENERATES return normal_pair_double(*state);                                                   \
  }                                                                                                \
  float curand_log_normal(type* state, float mean, float deviation) {                              \
    DISTRIBUTES return one_of_pair(*state, log_normal_number, log_normal(mean, deviation));        \
  }                                                                                                \
  float2 curand_log_normal2(type* state, float mean, float deviation) {                            \
    GENERATES return shaped(normal_pair(*state), log_normal(mean, deviation));                     \
  }                                                                                                \
  double curand_log_normal_double(type* state, double mean, double deviation) {                    \
    DISTRIBUTES return one_of_pair_double(*state, log_normal_number, log_normal(mean, deviation)); \
  }                                                                                                \
  double2 curand_log_normal2_double(type* state, double mean, double deviation) {                  \
    GENERATES return shaped(normal_pair_double(*state), log_normal(mean, deviation));              \
  }                                                                                                \
  unsigned curand_poisson(type* state, double mean) {                                              \
    DISTRIBUTES return poisson(*state, mean);                                                      \
  }
#define SKIP_SEQUENCES skip_subsequences
STATE_FUNCTIONS(curandStateXORWOW)
STATE_FUNCTIONS(curandStatePhilox4_32_10)
#undef SKIP_SEQUENCES
#define SKIP_SEQUENCES skip_sequences
STATE_FUNCTIONS(curandStateMRG32k3a)

void skipahead_subsequence(unsigned long long count, curandStateMRG32k3a* state) {
  GENERATES skip_subsequences(*state, count);
}

namespace {

/// Four results of `one`, or two pairs of `two`, in order.
template <class Four, class One>
Four four(const One& one) {
  const auto x = one(), y = one(), z = one(), w = one();
  return {x, y, z, w};
}
template <class Four, class Two>
Four two_pairs(const Two& two) {
  const auto first = two(), second = two();
  return {first.x, first.y, second.x, second.y};
}

double uniform_of_two(curandStatePhilox4_32_10& state) {
  const unsigned low = next(state), high = next(state);
  return uniform_of(low, high);
}

} // namespace

#undef GENERATES
#define GENERATES observe_use(state, 56, __builtin_return_address(0));
using philox = curandStatePhilox4_32_10;

uint4 curand4(philox* state) {
  GENERATES return four<uint4>([&] { return next(*state); });
}
float4 curand_uniform4(philox* state) {
  GENERATES return four<float4>([&] { return uniform(*state); });
}
double2 curand_uniform2_double(philox* state) {
  GENERATES const double x = uniform_of_two(*state), y = uniform_of_two(*state);
  return {x, y};
}
double4 curand_uniform4_double(philox* state) {
  GENERATES return four<double4>([&] { return uniform_of_two(*state); });
}
float4 curand_normal4(philox* state) {
  GENERATES return two_pairs<float4>([&] { return normal_pair(*state); });
}
double4 curand_normal4_double(philox* state) {
  GENERATES return two_pairs<double4>([&] { return normal_pair_double(*state); });
}
float4 curand_log_normal4(philox* state, float mean, float deviation) {
  GENERATES return two_pairs<float4>(
      [&] { return shaped(normal_pair(*state), log_normal(mean, deviation)); });
}
double4 curand_log_normal4_double(philox* state, double mean, double deviation) {
  GENERATES return two_pairs<double4>(
      [&] { return shaped(normal_pair_double(*state), log_normal(mean, deviation)); });
}
uint4 curand_poisson4(philox* state, double mean) {
  DISTRIBUTES
  if (mean <= 4000)
    return four<uint4>([&] { return poisson(*state, mean); });
  const double4 normal = two_pairs<double4>([&] { return normal_pair_double(*state); });
  const auto scaled = [&](double x) {
    return static_cast<unsigned>(std::sqrt(mean) * x + mean + 0.5);
  };
  return {scaled(normal.x), scaled(normal.y), scaled(normal.z), scaled(normal.w)};
}
