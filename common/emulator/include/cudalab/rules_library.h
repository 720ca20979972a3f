// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Device overloads of the C library's functions, for clang's check of CUDA's rules. They stand
/// before <math.h>, so that the standard library's using-declarations take them along.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <stddef.h>

#include "attributes.h"

// A function that is constexpr only is the host's. What nvcc lets device code call nevertheless:
#if __cplusplus >= 201103L
#include <new>
#include <type_traits>
#pragma clang force_cuda_host_device begin
#include <initializer_list>
#pragma clang force_cuda_host_device end

namespace std {
template <class T>
__device__ constexpr T&& forward(typename remove_reference<T>::type& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__device__ constexpr T&& forward(typename remove_reference<T>::type&& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__device__ constexpr typename remove_reference<T>::type&& move(T&& value) noexcept {
  return static_cast<typename remove_reference<T>::type&&>(value);
}
#define CUDALAB_QUESTION(name)                                                                     \
  __device__ bool name(float);                                                                     \
  __device__ bool name(double);
CUDALAB_QUESTION(isnan)
CUDALAB_QUESTION(isinf)
CUDALAB_QUESTION(isfinite)
CUDALAB_QUESTION(signbit)
#undef CUDALAB_QUESTION
} // namespace std

__device__ void* operator new(size_t);
__device__ void* operator new[](size_t);
__device__ void* operator new(size_t, const std::nothrow_t&) noexcept;
__device__ void* operator new[](size_t, const std::nothrow_t&) noexcept;
__device__ void* operator new(size_t, void*) noexcept;
__device__ void* operator new[](size_t, void*) noexcept;
__device__ void operator delete(void*) noexcept;
__device__ void operator delete[](void*) noexcept;
__device__ void operator delete(void*, void*) noexcept;
__device__ void operator delete[](void*, void*) noexcept;
__device__ void operator delete(void*, size_t) noexcept;
__device__ void operator delete[](void*, size_t) noexcept;
#endif

#define CUDALAB_MATH_1(name)                                                                       \
  __device__ double name(double);                                                                  \
  __device__ float name##f(float);
#define CUDALAB_MATH_2(name)                                                                       \
  __device__ double name(double, double);                                                          \
  __device__ float name##f(float, float);

CUDALAB_MATH_1(acos)
CUDALAB_MATH_1(acosh)
CUDALAB_MATH_1(asin)
CUDALAB_MATH_1(asinh)
CUDALAB_MATH_1(atan)
CUDALAB_MATH_1(atanh)
CUDALAB_MATH_1(cbrt)
CUDALAB_MATH_1(ceil)
CUDALAB_MATH_1(cos)
CUDALAB_MATH_1(cosh)
CUDALAB_MATH_1(erf)
CUDALAB_MATH_1(erfc)
CUDALAB_MATH_1(exp)
CUDALAB_MATH_1(exp2)
CUDALAB_MATH_1(expm1)
CUDALAB_MATH_1(fabs)
CUDALAB_MATH_1(floor)
CUDALAB_MATH_1(lgamma)
CUDALAB_MATH_1(log)
CUDALAB_MATH_1(log10)
CUDALAB_MATH_1(log1p)
CUDALAB_MATH_1(log2)
CUDALAB_MATH_1(nearbyint)
CUDALAB_MATH_1(rint)
CUDALAB_MATH_1(round)
CUDALAB_MATH_1(sin)
CUDALAB_MATH_1(sinh)
CUDALAB_MATH_1(sqrt)
CUDALAB_MATH_1(tan)
CUDALAB_MATH_1(tanh)
CUDALAB_MATH_1(tgamma)
CUDALAB_MATH_1(trunc)
CUDALAB_MATH_1(exp10)
CUDALAB_MATH_1(j0)
CUDALAB_MATH_1(j1)
CUDALAB_MATH_1(y0)
CUDALAB_MATH_1(y1)
CUDALAB_MATH_1(logb)
CUDALAB_MATH_2(atan2)
CUDALAB_MATH_2(copysign)
CUDALAB_MATH_2(fdim)
CUDALAB_MATH_2(fmax)
CUDALAB_MATH_2(fmin)
CUDALAB_MATH_2(fmod)
CUDALAB_MATH_2(hypot)
CUDALAB_MATH_2(pow)
CUDALAB_MATH_2(nextafter)
CUDALAB_MATH_2(remainder)
#undef CUDALAB_MATH_1
#undef CUDALAB_MATH_2
__device__ double fma(double, double, double);
__device__ float fmaf(float, float, float);
__device__ double ldexp(double, int);
__device__ float ldexpf(float, int);
__device__ int ilogb(double);
__device__ int ilogbf(float);
__device__ long lrint(double);
__device__ long lrintf(float);
__device__ long long llrint(double);
__device__ long long llrintf(float);
__device__ long lround(double);
__device__ long lroundf(float);
__device__ long long llround(double);
__device__ long long llroundf(float);
__device__ double scalbn(double, int);
__device__ float scalbnf(float, int);
__device__ double scalbln(double, long);
__device__ float scalblnf(float, long);
__device__ double jn(int, double);
__device__ float jnf(int, float);
__device__ double yn(int, double);
__device__ float ynf(int, float);
__device__ double frexp(double, int*);
__device__ float frexpf(float, int*);
__device__ double modf(double, double*);
__device__ float modff(float, float*);
__device__ double remquo(double, double, int*);
__device__ float remquof(float, float, int*);
__device__ void sincos(double, double*, double*);
__device__ void sincosf(float, float*, float*);
__device__ double nan(const char*);
__device__ float nanf(const char*);
__device__ int abs(int);
__device__ long labs(long);
__device__ long long llabs(long long);

// Of both sides and no overloads: host code takes their addresses (std::unique_ptr<float,
// decltype(&std::free)>). The C library's own declarations, for the host alone, get other names.
#define clock cudalab_clock_of_host
#define memcpy cudalab_memcpy_of_host
#define memset cudalab_memset_of_host
#define malloc cudalab_malloc_of_host
#define free cudalab_free_of_host
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS // no using-declarations yet
#include <stdlib.h>
#include <string.h>
#include <time.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#undef clock
#undef memcpy
#undef memset
#undef malloc
#undef free
extern "C" {
__host__ __device__ clock_t clock() noexcept;
__host__ __device__ void* memcpy(void*, const void*, size_t) noexcept;
__host__ __device__ void* memset(void*, int, size_t) noexcept;
__host__ __device__ void* malloc(size_t) noexcept;
__host__ __device__ void free(void*) noexcept;
}
__device__ void __assert_fail(const char*, const char*, unsigned int, const char*);
