// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA's atomic functions that take a memory order and a scope: __nv_atomic_load_n() and its kin.
/// An order is kept by fences around the operation, and these are what the observers hear of.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "atomics.h"
#include "device_code.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace cudalab {
namespace emulator {

/// The type in which the sums and bits of a T are computed: they wrap around.
template <class T>
struct atomic_word {
  typedef T type;
};
/// The type of CUDA's atomic functions in which two T are compared.
template <class T>
struct atomic_number {
  typedef T type;
};
#define CUDALAB_ATOMIC_AS(trait, of, is)                                                           \
  template <>                                                                                      \
  struct trait<of> {                                                                               \
    typedef is type;                                                                               \
  };
CUDALAB_ATOMIC_AS(atomic_word, int, unsigned int)
CUDALAB_ATOMIC_AS(atomic_word, long, unsigned long long)
CUDALAB_ATOMIC_AS(atomic_word, unsigned long, unsigned long long)
CUDALAB_ATOMIC_AS(atomic_word, long long, unsigned long long)
CUDALAB_ATOMIC_AS(atomic_number, long, long long)
CUDALAB_ATOMIC_AS(atomic_number, unsigned long, unsigned long long)
#undef CUDALAB_ATOMIC_AS

/// A type in a place where it is not deduced: `__nv_atomic_fetch_add(&unsigned_number, 1, ...)`.
template <class T>
struct same_as {
  typedef T type;
};

__device__ __forceinline__ void fence_of_scope(int scope) {
  if (scope == __NV_THREAD_SCOPE_SYSTEM)
    __threadfence_system();
  else if (scope >= __NV_THREAD_SCOPE_CLUSTER)
    __threadfence();
  else if (scope == __NV_THREAD_SCOPE_BLOCK)
    __threadfence_block();
}
__device__ __forceinline__ void fence_before(int order, int scope) {
  if (order >= __NV_ATOMIC_RELEASE)
    fence_of_scope(scope);
}
__device__ __forceinline__ void fence_after(int order, int scope) {
  if (order != __NV_ATOMIC_RELAXED && order != __NV_ATOMIC_RELEASE)
    fence_of_scope(scope);
}

} // namespace emulator
} // namespace cudalab

__device__ __forceinline__ void __nv_atomic_thread_fence(int order,
                                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order != __NV_ATOMIC_RELAXED)
    cudalab::emulator::fence_of_scope(scope);
}

template <class T>
__device__ __forceinline__ void __nv_atomic_load(const T* address, T* result, int order,
                                                 int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order == __NV_ATOMIC_SEQ_CST)
    cudalab::emulator::fence_of_scope(scope);
  __atomic_load(address, result, __ATOMIC_RELAXED);
  cudalab::emulator::fence_after(order, scope);
}
template <class T>
__device__ __forceinline__ T __nv_atomic_load_n(const T* address, int order,
                                                int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T result;
  __nv_atomic_load(address, &result, order, scope);
  return result;
}

template <class T>
__device__ __forceinline__ void
__nv_atomic_store_n(T* address, typename cudalab::emulator::same_as<T>::type value, int order,
                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  cudalab::emulator::fence_before(order, scope);
  __atomic_store(address, &value, __ATOMIC_RELAXED);
  if (order == __NV_ATOMIC_SEQ_CST)
    cudalab::emulator::fence_of_scope(scope);
}
template <class T>
__device__ __forceinline__ void __nv_atomic_store(T* address, const T* value, int order,
                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __nv_atomic_store_n(address, *value, order, scope);
}

template <class T>
__device__ __forceinline__ T
__nv_atomic_exchange_n(T* address, typename cudalab::emulator::same_as<T>::type value, int order,
                       int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T before;
  cudalab::emulator::fence_before(order, scope);
  __atomic_exchange(address, &value, &before, __ATOMIC_RELAXED);
  cudalab::emulator::fence_after(order, scope);
  return before;
}
template <class T>
__device__ __forceinline__ void __nv_atomic_exchange(T* address, const T* value, T* result,
                                                     int order,
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *result = __nv_atomic_exchange_n(address, *value, order, scope);
}

/// @param expected becomes what stood at `address` when it was something else
/// @return whether `value` was stored
template <class T>
__device__ __forceinline__ bool
__nv_atomic_compare_exchange_n(T* address, T* expected,
                               typename cudalab::emulator::same_as<T>::type value, bool, int order,
                               int order_of_failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  T found = *expected;
  cudalab::emulator::fence_before(order, scope);
  const bool stored =
      __atomic_compare_exchange(address, &found, &value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  cudalab::emulator::fence_after(stored ? order : order_of_failure, scope);
  if (!stored)
    *expected = found;
  return stored;
}
template <class T>
__device__ __forceinline__ bool
__nv_atomic_compare_exchange(T* address, T* expected, const T* value, bool weak, int order,
                             int order_of_failure, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange_n(address, expected, *value, weak, order, order_of_failure,
                                        scope);
}

// With and without the old value.
#define CUDALAB_ORDERED_ATOMIC(name, function, trait, sign)                                        \
  template <class T>                                                                               \
  __device__ __forceinline__ T __nv_atomic_fetch_##name(                                           \
      T* address, typename cudalab::emulator::same_as<T>::type value, int order,                   \
      int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                      \
    typedef typename cudalab::emulator::trait<T>::type number;                                     \
    cudalab::emulator::fence_before(order, scope);                                                 \
    const T before = T(function((number*)address, sign number(value)));                            \
    cudalab::emulator::fence_after(order, scope);                                                  \
    return before;                                                                                 \
  }                                                                                                \
  template <class T>                                                                               \
  __device__ __forceinline__ void __nv_atomic_##name(                                              \
      T* address, typename cudalab::emulator::same_as<T>::type value, int order,                   \
      int scope = __NV_THREAD_SCOPE_SYSTEM) {                                                      \
    __nv_atomic_fetch_##name(address, value, order, scope);                                        \
  }
CUDALAB_ORDERED_ATOMIC(add, atomicAdd, atomic_word, +)
CUDALAB_ORDERED_ATOMIC(sub, atomicAdd, atomic_word, -)
CUDALAB_ORDERED_ATOMIC(and, atomicAnd, atomic_word, +)
CUDALAB_ORDERED_ATOMIC(or, atomicOr, atomic_word, +)
CUDALAB_ORDERED_ATOMIC(xor, atomicXor, atomic_word, +)
CUDALAB_ORDERED_ATOMIC(min, atomicMin, atomic_number, +)
CUDALAB_ORDERED_ATOMIC(max, atomicMax, atomic_number, +)
#undef CUDALAB_ORDERED_ATOMIC
