// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDALAB_NARROW_EXCHANGE: loads and stores with cache hints, shuffles and atomic sums of a 16-bit
/// floating type or a pair.
#pragma once // IWYU pragma: private, include <cuda_fp16.h>

#include "cached_access.h"

#define CUDALAB_NARROW_EXCHANGE(type)                                                              \
  CUDALAB_CACHED_ACCESS(type)                                                                      \
  __device__ type __shfl_sync(unsigned mask, type value, int lane, int width = 32);                \
  __device__ type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width = 32);       \
  __device__ type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width = 32);     \
  __device__ type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width = 32);       \
  __device__ type atomicAdd(type* address, type value);
