// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Atomic operations on global and shared memory. Each returns what stood there before. They order
/// nothing else: that is what fences are for. `_block` is atomic for the threads of one block only,
/// `_system` for the host too.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "vector_types.h"

#define CUDALAB_ATOMIC(name, type)                                                                 \
  __device__ type name(type* address, type value);                                                 \
  __device__ type name##_block(type* address, type value);                                         \
  __device__ type name##_system(type* address, type value);
#define CUDALAB_ATOMIC_CAS(type)                                                                   \
  __device__ type atomicCAS(type* address, type expected, type value);                             \
  __device__ type atomicCAS_block(type* address, type expected, type value);                       \
  __device__ type atomicCAS_system(type* address, type expected, type value);

CUDALAB_ATOMIC(atomicAdd, int)
CUDALAB_ATOMIC(atomicAdd, unsigned int)
CUDALAB_ATOMIC(atomicAdd, unsigned long long)
CUDALAB_ATOMIC(atomicAdd, float)
CUDALAB_ATOMIC(atomicAdd, double)
// Global memory only; each element is atomic by itself.
CUDALAB_ATOMIC(atomicAdd, float2)
CUDALAB_ATOMIC(atomicAdd, float4)

CUDALAB_ATOMIC(atomicSub, int)
CUDALAB_ATOMIC(atomicSub, unsigned int)

CUDALAB_ATOMIC(atomicExch, int)
CUDALAB_ATOMIC(atomicExch, unsigned int)
CUDALAB_ATOMIC(atomicExch, unsigned long long)
CUDALAB_ATOMIC(atomicExch, float)

CUDALAB_ATOMIC(atomicMin, int)
CUDALAB_ATOMIC(atomicMin, unsigned int)
CUDALAB_ATOMIC(atomicMin, long long)
CUDALAB_ATOMIC(atomicMin, unsigned long long)
CUDALAB_ATOMIC(atomicMax, int)
CUDALAB_ATOMIC(atomicMax, unsigned int)
CUDALAB_ATOMIC(atomicMax, long long)
CUDALAB_ATOMIC(atomicMax, unsigned long long)

// Counts to `value` and begins again at 0; counts down to 0 and begins again at `value`.
CUDALAB_ATOMIC(atomicInc, unsigned int)
CUDALAB_ATOMIC(atomicDec, unsigned int)

CUDALAB_ATOMIC(atomicAnd, int)
CUDALAB_ATOMIC(atomicAnd, unsigned int)
CUDALAB_ATOMIC(atomicAnd, unsigned long long)
CUDALAB_ATOMIC(atomicOr, int)
CUDALAB_ATOMIC(atomicOr, unsigned int)
CUDALAB_ATOMIC(atomicOr, unsigned long long)
CUDALAB_ATOMIC(atomicXor, int)
CUDALAB_ATOMIC(atomicXor, unsigned int)
CUDALAB_ATOMIC(atomicXor, unsigned long long)

CUDALAB_ATOMIC_CAS(unsigned short)
CUDALAB_ATOMIC_CAS(int)
CUDALAB_ATOMIC_CAS(unsigned int)
CUDALAB_ATOMIC_CAS(unsigned long long)

#undef CUDALAB_ATOMIC
#undef CUDALAB_ATOMIC_CAS
