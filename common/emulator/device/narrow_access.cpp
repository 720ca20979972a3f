// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Functions of the 16-bit floating types that touch memory, for checked code: the observers are
/// told. Atomic sums and shuffles are here for fast code too.
#define CUDALAB_CHECKED
#include "emulator/include/cuda_bf16.h"
#include "emulator/include/cuda_fp16.h"

#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/blocks/warp_collectives.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

#define CUDALAB_MEMBER
#define CUDALAB_READS(object) observe_access(&(object), sizeof(object), access_kind::read, CALLER)
#define CUDALAB_CHANGES(object)                                                                    \
  CUDALAB_READS(object);                                                                           \
  observe_access(&(object), sizeof(object), access_kind::write, CALLER)

#define CUDALAB_N __half
#define CUDALAB_N2 __half2
#define CUDALAB_N_RAW __half_raw
#define CUDALAB_N2_RAW __half2_raw
#define CUDALAB_N_VALUE half_value
#include "emulator/include/cudalab/narrow_members.inc.h"
#undef CUDALAB_N
#undef CUDALAB_N2
#undef CUDALAB_N_RAW
#undef CUDALAB_N2_RAW
#undef CUDALAB_N_VALUE
#define CUDALAB_N __nv_bfloat16
#define CUDALAB_N2 __nv_bfloat162
#define CUDALAB_N_RAW __nv_bfloat16_raw
#define CUDALAB_N2_RAW __nv_bfloat162_raw
#define CUDALAB_N_VALUE bfloat16_value
#include "emulator/include/cudalab/narrow_members.inc.h"

#undef CUDALAB_LOAD
#undef CUDALAB_STORE
#define CUDALAB_LOAD(name, type)                                                                   \
  type name(const type* address) {                                                                 \
    observe_access(address, sizeof *address, access_kind::read, CALLER);                           \
    return *address;                                                                               \
  }
#define CUDALAB_STORE(name, type)                                                                  \
  void name(type* address, type value) {                                                           \
    observe_access(address, sizeof *address, access_kind::write, CALLER);                          \
    *address = value;                                                                              \
  }
CUDALAB_CACHED_ACCESS(__half)
CUDALAB_CACHED_ACCESS(__half2)
CUDALAB_CACHED_ACCESS(__nv_bfloat16)
CUDALAB_CACHED_ACCESS(__nv_bfloat162)

namespace {

template <class Number>
Number shuffled(collective how, unsigned mask, Number value, unsigned operand, int width,
                const void* site) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = shuffle_bits(how, mask, bits, operand, width, site);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Number>
Number add_atomically(Number* address, Number value) {
  Number before, after;
  __atomic_load(address, &before, __ATOMIC_SEQ_CST);
  do
    after = before + value;
  while (!__atomic_compare_exchange(address, &before, &after, true, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST));
  return before;
}

} // namespace

#define EXCHANGE(type)                                                                             \
  type __shfl_sync(unsigned mask, type value, int lane, int width) {                               \
    return shuffled(collective::shuffle, mask, value, static_cast<unsigned>(lane), width, CALLER); \
  }                                                                                                \
  type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width) {                      \
    return shuffled(collective::shuffle_up, mask, value, delta, width, CALLER);                    \
  }                                                                                                \
  type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width) {                    \
    return shuffled(collective::shuffle_down, mask, value, delta, width, CALLER);                  \
  }                                                                                                \
  type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width) {                      \
    return shuffled(collective::shuffle_xor, mask, value, static_cast<unsigned>(lane_mask), width, \
                    CALLER);                                                                       \
  }
EXCHANGE(__half)
EXCHANGE(__half2)
EXCHANGE(__nv_bfloat16)
EXCHANGE(__nv_bfloat162)

#define ATOMIC(type)                                                                               \
  type atomicAdd(type* address, type value) {                                                      \
    scheduler_for("atomicAdd()");                                                                  \
    observe_atomic(address, sizeof *address, access_manner::atomic, CALLER);                       \
    return add_atomically(address, value);                                                         \
  }
ATOMIC(__half)
ATOMIC(__half2)
ATOMIC(__nv_bfloat16)
ATOMIC(__nv_bfloat162)
