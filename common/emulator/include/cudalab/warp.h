// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the lanes of a warp do together. Every lane named in `mask` that has not returned must make
/// the same call with the same mask; they need not be at the same line. None of these orders
/// memory: only __syncwarp() does.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_SHUFFLES(type)                                                                     \
  __device__ type __shfl_sync(unsigned mask, type value, int lane, int width = 32);                \
  __device__ type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32);       \
  __device__ type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32);     \
  __device__ type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32);       \
  __device__ unsigned __match_any_sync(unsigned mask, type value);                                 \
  __device__ unsigned __match_all_sync(unsigned mask, type value, int* all_equal);
CUDALAB_SHUFFLES(int)
CUDALAB_SHUFFLES(unsigned int)
CUDALAB_SHUFFLES(long)
CUDALAB_SHUFFLES(unsigned long)
CUDALAB_SHUFFLES(long long)
CUDALAB_SHUFFLES(unsigned long long)
CUDALAB_SHUFFLES(float)
CUDALAB_SHUFFLES(double)
#undef CUDALAB_SHUFFLES

__device__ int __all_sync(unsigned mask, int predicate);
__device__ int __any_sync(unsigned mask, int predicate);
__device__ unsigned __ballot_sync(unsigned mask, int predicate);

/// The lanes that make this very call together. A GPU promises nothing more than that the caller is
/// among them; here a lane waits until every other lane of its warp is here, waits somewhere else,
/// or has returned. So a branch yields the lanes that took it.
__device__ unsigned __activemask();

__device__ unsigned __reduce_add_sync(unsigned mask, unsigned value);
__device__ int __reduce_add_sync(unsigned mask, int value);
__device__ unsigned __reduce_min_sync(unsigned mask, unsigned value);
__device__ int __reduce_min_sync(unsigned mask, int value);
__device__ unsigned __reduce_max_sync(unsigned mask, unsigned value);
__device__ int __reduce_max_sync(unsigned mask, int value);
__device__ unsigned __reduce_and_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_or_sync(unsigned mask, unsigned value);
__device__ unsigned __reduce_xor_sync(unsigned mask, unsigned value);

#define CUDALAB_WITHOUT_MASK(name)                                                                 \
  __device__ __attribute__((unavailable(                                                           \
      #name " is no longer in CUDA: use " #name                                                    \
            "_sync, which names the lanes that take part"))) int name(CUDALAB_ANY_ARGUMENTS);
CUDALAB_WITHOUT_MASK(__shfl)
CUDALAB_WITHOUT_MASK(__shfl_up)
CUDALAB_WITHOUT_MASK(__shfl_down)
CUDALAB_WITHOUT_MASK(__shfl_xor)
CUDALAB_WITHOUT_MASK(__all)
CUDALAB_WITHOUT_MASK(__any)
CUDALAB_WITHOUT_MASK(__ballot)
#undef CUDALAB_WITHOUT_MASK
