// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the members of groups are made of: functions of the library. Tiles and coalesced groups are
/// masks of lanes. Their threads have ranks: 0 for the lowest lane of the mask, and so on. Results
/// with a bit for each thread have it at the thread's rank. `called` is the name that findings use.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include <stddef.h>

#include "../attributes.h"

namespace cudalab {
namespace emulator {
namespace groups {

/// Whose value a shuffle gives: the thread's with the rank `operand`, or that is `operand` ranks
/// below or above, or whose rank differs in the bits of `operand`. Where there is none, one's own;
/// of_rank begins again after the last.
enum class shuffle { of_rank, from_below, from_above, across };

/// Each thread gives `bytes` (at most 32) at `value` and finds there those of another.
__device__ void shuffle_lanes(shuffle whose, unsigned mask, void* value, unsigned bytes,
                              unsigned operand, const char* called);

__device__ void wait_for_lanes(unsigned mask, const char* called);
__device__ bool any_lane(unsigned mask, bool predicate);
__device__ bool all_lanes(unsigned mask, bool predicate);
__device__ unsigned ballot(unsigned mask, bool predicate);
/// Threads with the same `bytes` (at most 8) at `value`.
__device__ unsigned match_any(unsigned mask, const void* value, unsigned bytes);
/// All threads, when all have the same; otherwise 0.
__device__ unsigned match_all(unsigned mask, const void* value, unsigned bytes);

/// Lanes of a part of a group, as a mask of the warp's lanes; which part it is, and of how many.
struct part {
  unsigned mask, number, count;
};
/// The threads with the same predicate: part 0 has those without. One part when all are alike.
__device__ part part_by_predicate(unsigned mask, bool predicate);
/// The threads with the same label. Parts are numbered by their lowest lanes.
__device__ part part_by_label(unsigned mask, unsigned long long label);
/// Every `size` threads, in order of their ranks. Nobody waits.
__device__ part part_by_rank(unsigned mask, unsigned size);

} // namespace groups
} // namespace emulator
} // namespace cudalab
