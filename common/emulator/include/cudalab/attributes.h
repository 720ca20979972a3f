// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's declaration specifiers. In plain C++ most mean nothing. Where emucc translates
/// (CUDALAB_TRANSLATES), `__shared__`, `__device__`, `__constant__`, `__managed__` and `__global__`
/// are left to the translator, which knows a variable from a function.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#ifdef CUDALAB_RULES_CHECK
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __CUDACC__ 1
#define CUDALAB_EMULATED_DEVICE 1
#ifndef CUDALAB_KEEPS_HOST // emucc wants to know
#define __host__
#endif
#ifdef CUDALAB_TRANSLATES // the translator looks for it, among what it skips
#define __launch_bounds__(...) __attribute__((__launch_bounds__(__VA_ARGS__)))
#else
#define __global__
#define __device__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif
#endif
#define __grid_constant__

#define __forceinline__ __inline__ __attribute__((always_inline))
// Empty, because libstdc++ itself writes __attribute__((__noinline__)): this is the one text that
// is right there as well. Here it would only cost time.
#define __noinline__
#define __align__(n) __attribute__((aligned(n)))

// One string, because a pragma takes no pieces.
#define __cluster_dims__(...)                                                                      \
  _Pragma("GCC error \"the emulated device has no clusters: leave out __cluster_dims__\"")

/// A function of these headers that host and device code may call.
#define CUDALAB_INLINE __host__ __device__ inline

namespace cudalab {
namespace emulator {

/// Takes anything, and less willingly than any other parameter: a function of the program that has
/// the name of one that this device lacks is preferred.
struct any_argument {
  template <class T>
  __host__ __device__ constexpr any_argument(const T&) {}
};

} // namespace emulator
} // namespace cudalab

/// The parameters of a function that exists only to say that it does not.
#define CUDALAB_ANY_ARGUMENTS                                                                      \
  cudalab::emulator::any_argument = 0, cudalab::emulator::any_argument = 0,                        \
  cudalab::emulator::any_argument = 0, cudalab::emulator::any_argument = 0,                        \
  cudalab::emulator::any_argument = 0, cudalab::emulator::any_argument = 0,                        \
  cudalab::emulator::any_argument = 0, cudalab::emulator::any_argument = 0
