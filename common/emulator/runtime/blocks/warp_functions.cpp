// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of cudalab/warp.h. None is inlined: the return address is the student's line.
#include "emulator/include/cudalab/warp.h"

#include <cstring>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/blocks/device_call.h"

namespace cudalab::emulator {

namespace {

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
T shuffled(collective how, unsigned mask, T value, unsigned operand, int width, const void* site) {
  const std::uint64_t bits = shuffle_bits(how, mask, bits_of(value), operand, width, site);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint64_t meet(collective what, unsigned mask, std::uint64_t value, const void* site) {
  return scheduler_for(name_of(what)).meet_lanes(site, mask, {.what = what, .value = value});
}

std::uint32_t meet32(collective what, unsigned mask, std::uint64_t value, const void* site) {
  return static_cast<std::uint32_t>(meet(what, mask, value, site));
}

} // namespace

std::uint64_t shuffle_bits(collective how, std::uint32_t mask, std::uint64_t value,
                           unsigned operand, int width, const void* site) {
  block_scheduler& scheduler = scheduler_for(name_of(how));
  const unsigned source = source_lane(how, current_block->thread->lane(), operand, width);
  return scheduler.meet_lanes(
      site, mask, {.what = how, .source = static_cast<std::uint8_t>(source), .value = value});
}

} // namespace cudalab::emulator

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)
#define NOT_INLINED [[gnu::noinline]]

#define SHUFFLES(type)                                                                             \
  NOT_INLINED type __shfl_sync(unsigned mask, type value, int lane, int width) {                   \
    return shuffled(collective::shuffle, mask, value, static_cast<unsigned>(lane), width, CALLER); \
  }                                                                                                \
  NOT_INLINED type __shfl_up_sync(unsigned mask, type value, unsigned delta, int width) {          \
    return shuffled(collective::shuffle_up, mask, value, delta, width, CALLER);                    \
  }                                                                                                \
  NOT_INLINED type __shfl_down_sync(unsigned mask, type value, unsigned delta, int width) {        \
    return shuffled(collective::shuffle_down, mask, value, delta, width, CALLER);                  \
  }                                                                                                \
  NOT_INLINED type __shfl_xor_sync(unsigned mask, type value, int lane_mask, int width) {          \
    return shuffled(collective::shuffle_xor, mask, value, static_cast<unsigned>(lane_mask), width, \
                    CALLER);                                                                       \
  }                                                                                                \
  NOT_INLINED unsigned __match_any_sync(unsigned mask, type value) {                               \
    return meet32(collective::match_any, mask, bits_of(value), CALLER);                            \
  }                                                                                                \
  NOT_INLINED unsigned __match_all_sync(unsigned mask, type value, int* all_equal) {               \
    const unsigned equal = meet32(collective::match_all, mask, bits_of(value), CALLER);            \
    *all_equal = equal != 0;                                                                       \
    return equal;                                                                                  \
  }
SHUFFLES(int)
SHUFFLES(unsigned int)
SHUFFLES(long)
SHUFFLES(unsigned long)
SHUFFLES(long long)
SHUFFLES(unsigned long long)
SHUFFLES(float)
SHUFFLES(double)

NOT_INLINED int __all_sync(unsigned mask, int predicate) {
  return meet(collective::vote_all, mask, predicate != 0, CALLER) != 0;
}
NOT_INLINED int __any_sync(unsigned mask, int predicate) {
  return meet(collective::vote_any, mask, predicate != 0, CALLER) != 0;
}
NOT_INLINED unsigned __ballot_sync(unsigned mask, int predicate) {
  return meet32(collective::ballot, mask, predicate != 0, CALLER);
}
NOT_INLINED unsigned __activemask() {
  return meet32(collective::active_lanes, ~0u, 0, CALLER);
}

#define REDUCE(name, type, what)                                                                   \
  NOT_INLINED type name(unsigned mask, type value) {                                               \
    return static_cast<type>(                                                                      \
        meet32(collective::what, mask, static_cast<std::uint32_t>(value), CALLER));                \
  }
REDUCE(__reduce_add_sync, unsigned, reduce_add)
REDUCE(__reduce_add_sync, int, reduce_add)
REDUCE(__reduce_min_sync, unsigned, reduce_min)
REDUCE(__reduce_min_sync, int, reduce_signed_min)
REDUCE(__reduce_max_sync, unsigned, reduce_max)
REDUCE(__reduce_max_sync, int, reduce_signed_max)
REDUCE(__reduce_and_sync, unsigned, reduce_and)
REDUCE(__reduce_or_sync, unsigned, reduce_or)
REDUCE(__reduce_xor_sync, unsigned, reduce_xor)

NOT_INLINED void __syncwarp(unsigned mask) {
  meet(collective::barrier, mask, 0, CALLER);
}
