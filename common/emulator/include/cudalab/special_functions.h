// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Functions that CUDA has and the C library has not, in both precisions. What the C library has
/// comes from <math.h>. Results are within one unit in the last place of the true value; a GPU's
/// may be a few units off.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <math.h>

#include "attributes.h"

CUDALAB_INLINE float rsqrtf(float x) noexcept {
  return 1.0f / __builtin_sqrtf(x);
}
CUDALAB_INLINE double rsqrt(double x) noexcept {
  return 1.0 / __builtin_sqrt(x);
}
CUDALAB_INLINE float rsqrt(float x) {
  return rsqrtf(x);
}

/// A function with its float form: f(double), ff(float), f(float). noexcept, because new C
/// libraries declare some of them so.
#define CUDALAB_FUNCTION_1(name)                                                                   \
  __host__ __device__ double name(double x) noexcept;                                              \
  __host__ __device__ float name##f(float x) noexcept;                                             \
  CUDALAB_INLINE float name(float x) {                                                             \
    return name##f(x);                                                                             \
  }
CUDALAB_FUNCTION_1(sinpi)
CUDALAB_FUNCTION_1(cospi)
CUDALAB_FUNCTION_1(rcbrt)
CUDALAB_FUNCTION_1(erfinv)
CUDALAB_FUNCTION_1(erfcinv)
CUDALAB_FUNCTION_1(erfcx)
CUDALAB_FUNCTION_1(normcdf)
CUDALAB_FUNCTION_1(normcdfinv)
CUDALAB_FUNCTION_1(cyl_bessel_i0)
CUDALAB_FUNCTION_1(cyl_bessel_i1)
#undef CUDALAB_FUNCTION_1

__host__ __device__ void sincospi(double x, double* sine, double* cosine);
__host__ __device__ void sincospif(float x, float* sine, float* cosine);
__host__ __device__ void sincospi(float x, float* sine, float* cosine);
__host__ __device__ void sincos(float x, float* sine, float* cosine);

__host__ __device__ double rhypot(double x, double y);
__host__ __device__ float rhypotf(float x, float y);
__host__ __device__ double norm3d(double x, double y, double z);
__host__ __device__ float norm3df(float x, float y, float z);
__host__ __device__ double rnorm3d(double x, double y, double z);
__host__ __device__ float rnorm3df(float x, float y, float z);
__host__ __device__ double norm4d(double x, double y, double z, double w);
__host__ __device__ float norm4df(float x, float y, float z, float w);
__host__ __device__ double rnorm4d(double x, double y, double z, double w);
__host__ __device__ float rnorm4df(float x, float y, float z, float w);
/// The length of a vector of `count` numbers, and its reciprocal.
__host__ __device__ double norm(int count, const double* numbers);
__host__ __device__ float normf(int count, const float* numbers);
__host__ __device__ double rnorm(int count, const double* numbers);
__host__ __device__ float rnormf(int count, const float* numbers);

// float forms of what the C library has in double only under these names
CUDALAB_INLINE float exp10(float x) {
  return exp10f(x);
}
CUDALAB_INLINE float j0(float x) {
  return j0f(x);
}
CUDALAB_INLINE float j1(float x) {
  return j1f(x);
}
CUDALAB_INLINE float jn(int n, float x) {
  return jnf(n, x);
}
CUDALAB_INLINE float y0(float x) {
  return y0f(x);
}
CUDALAB_INLINE float y1(float x) {
  return y1f(x);
}
CUDALAB_INLINE float yn(int n, float x) {
  return ynf(n, x);
}
