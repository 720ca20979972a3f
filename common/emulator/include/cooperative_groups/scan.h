// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For each thread of a tile or a coalesced group, the values of the threads up to it, joined in
/// order of their ranks.
#pragma once

#include "../cooperative_groups.h"

#include "../cudalab/groups/operators.h"

namespace cudalab {
namespace emulator {
namespace groups {

// In a logarithmic number of steps: W. D. Hillis and G. L. Steele, Data Parallel Algorithms (1986).
template <class T, class Operator>
CUDALAB_GROUP T scanned(unsigned mask, unsigned rank, unsigned size, T value, Operator&& op,
                        const char* called) {
  for (unsigned delta = 1; delta < size; delta *= 2) {
    const T below = shuffled<T>(shuffle::from_below, mask, value, delta, called);
    if (rank >= delta)
      value = op(below, value);
  }
  return value;
}

} // namespace groups
} // namespace emulator
} // namespace cudalab

namespace cooperative_groups {

/// With the thread's own value.
template <class Group, class T, class Operator>
CUDALAB_GROUP auto inclusive_scan(const Group& group, T&& value, Operator&& op)
    -> cudalab::emulator::groups::plain_t<decltype(op(value, value))> {
  CUDALAB_NEEDS_LANES(inclusive_scan, Group);
  using namespace cudalab::emulator::groups;
  return scanned<plain_t<decltype(op(value, value))>>(
      group.lane_mask(), group.thread_rank(), group.num_threads(), value, op, "inclusive_scan()");
}
template <class Group, class T>
CUDALAB_GROUP cudalab::emulator::groups::plain_t<T> inclusive_scan(const Group& group, T&& value) {
  return inclusive_scan(group, value, plus<cudalab::emulator::groups::plain_t<T>>());
}

/// Without it: thread 0 gets T{}.
template <class Group, class T, class Operator>
CUDALAB_GROUP auto exclusive_scan(const Group& group, T&& value, Operator&& op)
    -> cudalab::emulator::groups::plain_t<decltype(op(value, value))> {
  CUDALAB_NEEDS_LANES(exclusive_scan, Group);
  using namespace cudalab::emulator::groups;
  typedef plain_t<decltype(op(value, value))> type;
  const unsigned mask = group.lane_mask(), rank = group.thread_rank();
  const type own = scanned<type>(mask, rank, group.num_threads(), value, op, "exclusive_scan()");
  const type below = shuffled<type>(shuffle::from_below, mask, own, 1, "exclusive_scan()");
  return rank == 0 ? type{} : below;
}
template <class Group, class T>
CUDALAB_GROUP cudalab::emulator::groups::plain_t<T> exclusive_scan(const Group& group, T&& value) {
  return exclusive_scan(group, value, plus<cudalab::emulator::groups::plain_t<T>>());
}

CUDALAB_NO_GROUP_ATOMIC(inclusive_scan_update, "call inclusive_scan() and atomicAdd()")
CUDALAB_NO_GROUP_ATOMIC(exclusive_scan_update, "call exclusive_scan() and atomicAdd()")

} // namespace cooperative_groups
