// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which memory an address belongs to, and hints to the compiler.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <stddef.h>

#include "attributes.h"

__device__ unsigned int __isGlobal(const void* address);
__device__ unsigned int __isShared(const void* address);
__device__ unsigned int __isConstant(const void* address);
__device__ unsigned int __isLocal(const void* address);
__device__ inline unsigned int __isCtaShared(const void* address) {
  return __isShared(address);
}
__device__ unsigned int __isGridConstant(const void* address);

/// Of a shared address: its distance from the beginning of the block's shared memory.
__device__ size_t __cvta_generic_to_shared(const void* address);
__device__ void* __cvta_shared_to_generic(size_t offset);
// The other spaces have the same addresses as the generic one.
#define CUDALAB_SAME_ADDRESS(space)                                                                \
  __device__ inline size_t __cvta_generic_to_##space(const void* address) {                        \
    return (size_t)address;                                                                        \
  }                                                                                                \
  __device__ inline void* __cvta_##space##_to_generic(size_t address) {                            \
    return (void*)address;                                                                         \
  }
CUDALAB_SAME_ADDRESS(global)
CUDALAB_SAME_ADDRESS(constant)
CUDALAB_SAME_ADDRESS(local)
CUDALAB_SAME_ADDRESS(grid_constant)
#undef CUDALAB_SAME_ADDRESS

#define __assume(condition) __builtin_assume(condition)
#define __prof_trigger(counter) ((void)sizeof(counter))
