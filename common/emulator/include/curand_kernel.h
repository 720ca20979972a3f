// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// cuRAND's device functions for the generators XORWOW, Philox 4x32-10 and MRG32k3a, and for Sobol'
/// sequences: the same numbers as on a GPU. (Normal and Poisson numbers go through approximate
/// functions there and may differ in the last places.) Other generators and curand_discrete() are
/// not supported.
#pragma once

#include "cuda_runtime.h"

#include "curand.h"

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;

#define CURAND_STATE_FUNCTIONS(type)                                                               \
  __device__ void curand_init(unsigned long long seed, unsigned long long subsequence,             \
                              unsigned long long offset, type* state);                             \
  __device__ void skipahead(unsigned long long count, type* state);                                \
  __device__ void skipahead_sequence(unsigned long long count, type* state);                       \
  __device__ unsigned int curand(type* state);                                                     \
  __device__ float curand_uniform(type* state);                                                    \
  __device__ double curand_uniform_double(type* state);                                            \
  __device__ float curand_normal(type* state);                                                     \
  __device__ float2 curand_normal2(type* state);                                                   \
  __device__ double curand_normal_double(type* state);                                             \
  __device__ double2 curand_normal2_double(type* state);                                           \
  __device__ float curand_log_normal(type* state, float mean, float deviation);                    \
  __device__ float2 curand_log_normal2(type* state, float mean, float deviation);                  \
  __device__ double curand_log_normal_double(type* state, double mean, double deviation);          \
  __device__ double2 curand_log_normal2_double(type* state, double mean, double deviation);        \
  __device__ unsigned int curand_poisson(type* state, double mean);
CURAND_STATE_FUNCTIONS(curandStateXORWOW)
CURAND_STATE_FUNCTIONS(curandStatePhilox4_32_10)
CURAND_STATE_FUNCTIONS(curandStateMRG32k3a)
#undef CURAND_STATE_FUNCTIONS

__device__ void skipahead_subsequence(unsigned long long count, curandStateMRG32k3a* state);

struct curandStateSobol32 {
  unsigned int i, x, c;
  unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c;
  unsigned long long direction_vectors[64];
};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;

#define CURAND_SOBOL_FUNCTIONS(type, number, vectors)                                              \
  __device__ void curand_init(vectors directions, number offset, type* state);                     \
  __device__ void skipahead(number count, type* state);                                            \
  __device__ number curand(type* state);                                                           \
  __device__ float curand_uniform(type* state);                                                    \
  __device__ double curand_uniform_double(type* state);                                            \
  __device__ float curand_normal(type* state);                                                     \
  __device__ double curand_normal_double(type* state);                                             \
  __device__ float curand_log_normal(type* state, float mean, float deviation);                    \
  __device__ double curand_log_normal_double(type* state, double mean, double deviation);
CURAND_SOBOL_FUNCTIONS(curandStateSobol32, unsigned int, curandDirectionVectors32_t)
CURAND_SOBOL_FUNCTIONS(curandStateSobol64, unsigned long long, curandDirectionVectors64_t)
#undef CURAND_SOBOL_FUNCTIONS

// Four numbers at once.
__device__ uint4 curand4(curandStatePhilox4_32_10* state);
__device__ float4 curand_uniform4(curandStatePhilox4_32_10* state);
__device__ double2 curand_uniform2_double(curandStatePhilox4_32_10* state);
__device__ double4 curand_uniform4_double(curandStatePhilox4_32_10* state);
__device__ float4 curand_normal4(curandStatePhilox4_32_10* state);
__device__ double4 curand_normal4_double(curandStatePhilox4_32_10* state);
__device__ float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation);
__device__ double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean,
                                             double deviation);
__device__ uint4 curand_poisson4(curandStatePhilox4_32_10* state, double mean);

#define CUDALAB_NO_GENERATOR(name)                                                                 \
  struct __attribute__((unavailable(                                                               \
      "the emulated device does not support " #name                                                \
      ": use curandState, curandStatePhilox4_32_10_t or curandStateMRG32k3a_t"))) name {};
CUDALAB_NO_GENERATOR(curandStateMtgp32_t)
CUDALAB_NO_GENERATOR(curandStateScrambledSobol32_t)
CUDALAB_NO_GENERATOR(curandStateScrambledSobol64_t)
#undef CUDALAB_NO_GENERATOR

template <class... Arguments>
__device__ __attribute__((unavailable("the emulated device does not support curand_discrete(): use "
                                      "curand_uniform() and a table of your own"))) unsigned int
curand_discrete(Arguments&&...);
