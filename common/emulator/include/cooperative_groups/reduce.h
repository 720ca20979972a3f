// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One value from the values of all threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"

#include "../cudalab/groups/operators.h"

namespace cooperative_groups {

/// All threads get the result. `op` joins neighbours first: ((0 1)(2 3)).
template <class Group, class T, class Operator>
CUDALAB_GROUP auto reduce(const Group& group, T&& value, Operator&& op)
    -> cudalab::emulator::groups::plain_t<decltype(op(value, value))> {
  CUDALAB_NEEDS_LANES(reduce, Group);
  using namespace cudalab::emulator::groups;
  typedef plain_t<decltype(op(value, value))> type;
  const unsigned mask = group.lane_mask(), rank = group.thread_rank(), size = group.num_threads();
  type result = value;
  for (unsigned delta = 1; delta < size; delta *= 2) {
    const type above = shuffled<type>(shuffle::from_above, mask, result, delta, "reduce()");
    if (rank + delta < size)
      result = op(result, above);
  }
  return shuffled<type>(shuffle::of_rank, mask, result, 0, "reduce()");
}

CUDALAB_NO_GROUP_ATOMIC(reduce_update_async, "call reduce(), and atomicAdd() in thread 0")
CUDALAB_NO_GROUP_ATOMIC(reduce_store_async, "call reduce(), and store the result in thread 0")

} // namespace cooperative_groups
