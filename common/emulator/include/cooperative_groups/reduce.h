// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One value from the values of all threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"

#include "../cudalab/groups/operators.h"

namespace cooperative_groups {

/// All threads get the result. The order in which `op` joins values is not promised.
template <class Group, class T, class Operator>
CUDALAB_GROUP auto reduce(const Group& group, T&& value, Operator&& op)
    -> cudalab::emulator::groups::plain_t<decltype(op(value, value))> {
  CUDALAB_NEEDS_LANES(reduce, Group);
  using namespace cudalab::emulator::groups;
  typedef plain_t<decltype(op(value, value))> type;
  const unsigned mask = group.lane_mask(), rank = group.thread_rank(), size = group.num_threads();
  type result = value;
  // From the largest distance on, so that a value of a thread that has returned can be followed
  // to the result.
  for (unsigned delta = 16; delta > 0; delta /= 2) {
    if (delta >= size)
      continue;
    const type above = shuffled<type>(shuffle::from_above, mask, result, delta, "reduce()");
    if (rank + delta < size)
      result = op(result, above);
  }
  return shuffled<type>(shuffle::of_rank, mask, result, 0, "reduce()");
}

/// The same of a tile of several warps.
template <unsigned Size, class Parent, class T, class Operator>
CUDALAB_GROUP auto reduce(const thread_block_tile<Size, Parent>& group, T&& value, Operator&& op)
    -> decltype(group.joined(cudalab::emulator::groups::plain_t<decltype(op(value, value))>(value),
                             op)) {
  const thread_block_tile<32> warp(cudalab::emulator::groups::part_of_block(32));
  return group.joined(reduce(warp, value, op), op);
}

CUDALAB_NO_GROUP_ATOMIC(reduce_update_async, "call reduce(), and atomicAdd() in thread 0")
CUDALAB_NO_GROUP_ATOMIC(reduce_store_async, "call reduce(), and store the result in thread 0")

} // namespace cooperative_groups
