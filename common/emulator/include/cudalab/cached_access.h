// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Loads and stores that say how they use the caches. Here they are ordinary ones; in checked code
/// the observers see them at the line of the call.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "vector_types.h"

/// The types that these functions have on a GPU.
#define CUDALAB_CACHED_TYPES(do_this)                                                              \
  do_this(char) do_this(signed char) do_this(unsigned char) do_this(short) do_this(unsigned short) \
      do_this(int) do_this(unsigned int) do_this(long) do_this(unsigned long) do_this(long long)   \
          do_this(unsigned long long) do_this(float) do_this(double) do_this(char2) do_this(char4) \
              do_this(uchar2) do_this(uchar4) do_this(short2) do_this(short4) do_this(ushort2)     \
                  do_this(ushort4) do_this(int2) do_this(int4) do_this(uint2) do_this(uint4)       \
                      do_this(longlong2) do_this(ulonglong2) do_this(float2) do_this(float4)       \
                          do_this(double2)

#ifdef CUDALAB_CHECKED
#define CUDALAB_LOAD(name, type) __device__ type name(const type* address);
#define CUDALAB_STORE(name, type) __device__ void name(type* address, type value);
#else
#define CUDALAB_LOAD(name, type)                                                                   \
  __device__ inline type name(const type* address) {                                               \
    return *address;                                                                               \
  }
#define CUDALAB_STORE(name, type)                                                                  \
  __device__ inline void name(type* address, type value) {                                         \
    *address = value;                                                                              \
  }
#endif

#define CUDALAB_CACHED_ACCESS(type)                                                                \
  CUDALAB_LOAD(__ldg, type)                                                                        \
  CUDALAB_LOAD(__ldca, type)                                                                       \
  CUDALAB_LOAD(__ldcg, type)                                                                       \
  CUDALAB_LOAD(__ldcs, type)                                                                       \
  CUDALAB_LOAD(__ldlu, type)                                                                       \
  CUDALAB_LOAD(__ldcv, type)                                                                       \
  CUDALAB_STORE(__stwb, type)                                                                      \
  CUDALAB_STORE(__stcg, type)                                                                      \
  CUDALAB_STORE(__stcs, type)                                                                      \
  CUDALAB_STORE(__stwt, type)
CUDALAB_CACHED_TYPES(CUDALAB_CACHED_ACCESS)
