// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Atomic operations of code compiled with -fsanitize=thread: the compiler replaces the operation by
// a call, so each function here observes it and then does it. The order is always the strongest.
#include <cstdint>

#include "emulator/observe/access/hot_path.h"

using cudalab::emulator::access_kind;
using cudalab::emulator::access_manner;
using cudalab::emulator::touched;

#define CALLER __builtin_return_address(0)
#define OBSERVE(p, kind)                                                                           \
  touched(const_cast<const void*>(static_cast<const volatile void*>(p)), sizeof *(p),              \
          access_kind::kind, sizeof *(p), CALLER, access_manner::atomic)

#define FETCH(bits, type, operation)                                                               \
  type __tsan_atomic##bits##_fetch_##operation(volatile type* p, type value, int) {                \
    OBSERVE(p, read);                                                                              \
    OBSERVE(p, write);                                                                             \
    return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);                                 \
  }

#define COMPARE_EXCHANGE(bits, type, strength)                                                     \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile type* p, type* expected,          \
                                                        type value, int, int) {                    \
    OBSERVE(p, read);                                                                              \
    OBSERVE(p, write);                                                                             \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST,                \
                                       __ATOMIC_SEQ_CST);                                          \
  }

#define ATOMICS(bits, type)                                                                        \
  type __tsan_atomic##bits##_load(const volatile type* p, int) {                                   \
    OBSERVE(p, read);                                                                              \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                   \
  }                                                                                                \
  void __tsan_atomic##bits##_store(volatile type* p, type value, int) {                            \
    OBSERVE(p, write);                                                                             \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                  \
  }                                                                                                \
  type __tsan_atomic##bits##_exchange(volatile type* p, type value, int) {                         \
    OBSERVE(p, read);                                                                              \
    OBSERVE(p, write);                                                                             \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                        \
  }                                                                                                \
  FETCH(bits, type, add)                                                                           \
  FETCH(bits, type, sub)                                                                           \
  FETCH(bits, type, and)                                                                           \
  FETCH(bits, type, or)                                                                            \
  FETCH(bits, type, xor)                                                                           \
  FETCH(bits, type, nand)                                                                          \
  COMPARE_EXCHANGE(bits, type, strong)                                                             \
  COMPARE_EXCHANGE(bits, type, weak)                                                               \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type expected, type value,     \
                                                  int, int) {                                      \
    OBSERVE(p, read);                                                                              \
    OBSERVE(p, write);                                                                             \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
    return expected;                                                                               \
  }

extern "C" {

ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)

void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

} // extern "C"
