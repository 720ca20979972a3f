// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// uint3, dim3, float4 and the others, with make_float4() and the like.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

// Alignment is CUDA's: two and four elements are loaded at once, three are not.
#define CUDALAB_VECTOR_TYPES(scalar, prefix, align2, align4)                                       \
  struct prefix##1 {                                                                               \
    scalar x;                                                                                      \
  };                                                                                               \
  struct __align__(align2) prefix##2 {                                                             \
    scalar x, y;                                                                                   \
  };                                                                                               \
  struct prefix##3 {                                                                               \
    scalar x, y, z;                                                                                \
  };                                                                                               \
  struct __align__(align4) prefix##4 {                                                             \
    scalar x, y, z, w;                                                                             \
  };                                                                                               \
  __host__ __device__ __forceinline__ prefix##1 make_##prefix##1(scalar x) {                       \
    return {x};                                                                                    \
  }                                                                                                \
  __host__ __device__ __forceinline__ prefix##2 make_##prefix##2(scalar x, scalar y) {             \
    return {x, y};                                                                                 \
  }                                                                                                \
  __host__ __device__ __forceinline__ prefix##3 make_##prefix##3(scalar x, scalar y, scalar z) {   \
    return {x, y, z};                                                                              \
  }                                                                                                \
  __host__ __device__ __forceinline__ prefix##4 make_##prefix##4(scalar x, scalar y, scalar z,     \
                                                                 scalar w) {                       \
    return {x, y, z, w};                                                                           \
  }

CUDALAB_VECTOR_TYPES(signed char, char, 2, 4)
CUDALAB_VECTOR_TYPES(unsigned char, uchar, 2, 4)
CUDALAB_VECTOR_TYPES(short, short, 4, 8)
CUDALAB_VECTOR_TYPES(unsigned short, ushort, 4, 8)
CUDALAB_VECTOR_TYPES(int, int, 8, 16)
CUDALAB_VECTOR_TYPES(unsigned int, uint, 8, 16)
CUDALAB_VECTOR_TYPES(long, long, 16, 16)
CUDALAB_VECTOR_TYPES(unsigned long, ulong, 16, 16)
CUDALAB_VECTOR_TYPES(long long, longlong, 16, 16)
CUDALAB_VECTOR_TYPES(unsigned long long, ulonglong, 16, 16)
CUDALAB_VECTOR_TYPES(float, float, 8, 16)
CUDALAB_VECTOR_TYPES(double, double, 16, 16)
#undef CUDALAB_VECTOR_TYPES

// Four wide elements with the alignment in the name, as CUDA 13 has them.
#define CUDALAB_ALIGNED_VECTOR(scalar, name, alignment)                                            \
  struct __align__(alignment) name {                                                               \
    scalar x, y, z, w;                                                                             \
  };                                                                                               \
  __host__ __device__ __forceinline__ name make_##name(scalar x, scalar y, scalar z, scalar w) {   \
    return {x, y, z, w};                                                                           \
  }
#define CUDALAB_ALIGNED_VECTORS(scalar, prefix)                                                    \
  CUDALAB_ALIGNED_VECTOR(scalar, prefix##4_16a, 16)                                                \
  CUDALAB_ALIGNED_VECTOR(scalar, prefix##4_32a, 32)
CUDALAB_ALIGNED_VECTORS(long, long)
CUDALAB_ALIGNED_VECTORS(unsigned long, ulong)
CUDALAB_ALIGNED_VECTORS(long long, longlong)
CUDALAB_ALIGNED_VECTORS(unsigned long long, ulonglong)
CUDALAB_ALIGNED_VECTORS(double, double)
#undef CUDALAB_ALIGNED_VECTORS
#undef CUDALAB_ALIGNED_VECTOR

/// Sizes of grids and blocks; what is not given is 1.
struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
