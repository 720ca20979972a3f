// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The functions of cudalab/groups. None is inlined: the return address is in the student's
/// function, because the groups' own members are inlined there.
#include "emulator/include/cudalab/groups/group_functions.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/runtime/blocks/device_call.h"

namespace cudalab::emulator::groups {

namespace {

std::uint64_t meet(collective what, std::uint32_t mask, std::uint64_t value, const char* called,
                   const void* site) {
  return scheduler_for(called).meet_lanes(site, mask,
                                          {.what = what, .value = value, .called = called});
}

std::uint32_t own_lane() {
  return current_block->thread->lane();
}

unsigned rank_of(std::uint32_t mask, unsigned lane) {
  return static_cast<unsigned>(std::popcount(mask & ((1u << lane) - 1)));
}

/// The lane with this rank.
unsigned lane_of(std::uint32_t mask, unsigned rank) {
  for (; rank != 0; --rank)
    mask &= mask - 1;
  return static_cast<unsigned>(std::countr_zero(mask));
}

/// From lanes of the warp to ranks in the group.
std::uint32_t by_rank(std::uint32_t lanes, std::uint32_t mask) {
  std::uint32_t ranks = 0;
  for (unsigned rank = 0; mask != 0; mask &= mask - 1, ++rank)
    ranks |= (lanes >> std::countr_zero(mask) & 1) << rank;
  return ranks;
}

unsigned source_of(shuffle whose, std::uint32_t mask, unsigned operand) {
  const unsigned own = own_lane(), rank = rank_of(mask, own);
  const auto size = static_cast<unsigned>(std::popcount(mask));
  switch (whose) {
  case shuffle::from_below:
    return operand > rank ? own : lane_of(mask, rank - operand);
  case shuffle::from_above:
    return operand >= size - rank ? own : lane_of(mask, rank + operand);
  case shuffle::across:
    return (rank ^ operand) >= size ? own : lane_of(mask, rank ^ operand);
  default:
    return lane_of(mask, operand % size);
  }
}

collective kind_of(shuffle whose) {
  switch (whose) {
  case shuffle::from_below:
    return collective::shuffle_up;
  case shuffle::from_above:
    return collective::shuffle_down;
  case shuffle::across:
    return collective::shuffle_xor;
  default:
    return collective::shuffle;
  }
}

std::uint64_t bits_at(const void* value, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, value, std::min<std::size_t>(bytes, sizeof bits));
  return bits;
}

} // namespace

#define CALLER __builtin_return_address(0)
#define NOT_INLINED [[gnu::noinline]]

NOT_INLINED void shuffle_lanes(shuffle whose, unsigned mask, void* value, unsigned bytes,
                               unsigned operand, const char* called) {
  block_scheduler& scheduler = scheduler_for(called);
  lane_part part{.what = kind_of(whose),
                 .source = static_cast<std::uint8_t>(source_of(whose, mask, operand)),
                 .value = bits_at(value, bytes),
                 .called = called};
  wide_value wide;
  if (bytes > sizeof part.value) {
    std::memcpy(wide.given.data(), value, bytes);
    part.wide = &wide;
  }
  const std::uint64_t result = scheduler.meet_lanes(CALLER, mask, part);
  std::memcpy(value, part.wide != nullptr ? static_cast<const void*>(wide.taken.data()) : &result,
              bytes);
}

NOT_INLINED void wait_for_lanes(unsigned mask, const char* called) {
  meet(collective::barrier, mask, 0, called, CALLER);
}
NOT_INLINED bool any_lane(unsigned mask, bool predicate) {
  return meet(collective::vote_any, mask, predicate, "any()", CALLER) != 0;
}
NOT_INLINED bool all_lanes(unsigned mask, bool predicate) {
  return meet(collective::vote_all, mask, predicate, "all()", CALLER) != 0;
}

namespace {

std::uint32_t ranks_from(collective what, std::uint32_t mask, std::uint64_t value,
                         const char* called, const void* site) {
  return by_rank(static_cast<std::uint32_t>(meet(what, mask, value, called, site)), mask);
}

} // namespace

NOT_INLINED unsigned ballot(unsigned mask, bool predicate) {
  return ranks_from(collective::ballot, mask, predicate, "ballot()", CALLER);
}
NOT_INLINED unsigned match_any(unsigned mask, const void* value, unsigned bytes) {
  return ranks_from(collective::match_any, mask, bits_at(value, bytes), "match_any()", CALLER);
}
NOT_INLINED unsigned match_all(unsigned mask, const void* value, unsigned bytes) {
  return ranks_from(collective::match_all, mask, bits_at(value, bytes), "match_all()", CALLER);
}

NOT_INLINED part part_by_predicate(unsigned mask, bool predicate) {
  const auto with = static_cast<std::uint32_t>(
      meet(collective::ballot, mask, predicate, "binary_partition()", CALLER));
  if (with == 0 || with == mask)
    return {mask, 0, 1};
  return {predicate ? with : mask & ~with, predicate, 2};
}

NOT_INLINED part part_by_label(unsigned mask, unsigned long long label) {
  const char* const called = "labeled_partition()";
  const auto same =
      static_cast<std::uint32_t>(meet(collective::match_any, mask, label, called, CALLER));
  const auto first = static_cast<unsigned>(std::countr_zero(same));
  const auto firsts = static_cast<std::uint32_t>(
      meet(collective::ballot, mask, first == own_lane(), called, CALLER));
  return {same, rank_of(firsts, first), static_cast<unsigned>(std::popcount(firsts))};
}

part part_by_rank(unsigned mask, unsigned size) {
  const auto threads = static_cast<unsigned>(std::popcount(mask));
  const unsigned number = rank_of(mask, own_lane()) / size;
  std::uint32_t lanes = 0;
  for (unsigned rank = number * size; rank < std::min((number + 1) * size, threads); ++rank)
    lanes |= 1u << lane_of(mask, rank);
  return {lanes, number, (threads + size - 1) / size};
}

} // namespace cudalab::emulator::groups
