// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lanes of a warp that happen to be together, and partitions of a group by what its threads say.
#pragma once // IWYU pragma: private, include <cooperative_groups.h>

#include "lanes.h"

namespace cooperative_groups {

class coalesced_group : public lanes_of_warp {
public:
  /// From lanes of this warp, the caller's among them. Not CUDA's.
  CUDALAB_GROUP explicit coalesced_group(const cudalab::emulator::groups::part& lanes)
      : lanes_of_warp(lanes) {}
};

/// The lanes that make this very call together: see __activemask().
CUDALAB_GROUP coalesced_group coalesced_threads() {
  return coalesced_group({__activemask(), 0, 1});
}

/// The threads of the group with the same predicate.
CUDALAB_GROUP coalesced_group binary_partition(const lanes_of_warp& group, bool predicate) {
  return coalesced_group(
      cudalab::emulator::groups::part_by_predicate(group.lane_mask(), predicate));
}

/// The threads of the group with the same label, an integer or a pointer.
template <class Label>
CUDALAB_GROUP coalesced_group labeled_partition(const lanes_of_warp& group, Label label) {
  return coalesced_group(
      cudalab::emulator::groups::part_by_label(group.lane_mask(), (unsigned long long)label));
}
CUDALAB_GROUP coalesced_group labeled_partition(const lanes_of_warp& group, bool label) {
  return binary_partition(group, label);
}

/// Calls `function` in one thread of the group.
template <class Group, class Function, class... Arguments>
CUDALAB_GROUP void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0)
    function(static_cast<Arguments&&>(arguments)...);
}
/// The same; all threads get its result.
template <class Function, class... Arguments>
CUDALAB_GROUP auto invoke_one_broadcast(const lanes_of_warp& group, Function&& function,
                                        Arguments&&... arguments)
    -> cudalab::emulator::groups::plain_t<
        decltype(function(static_cast<Arguments&&>(arguments)...))> {
  using namespace cudalab::emulator::groups;
  typedef plain_t<decltype(function(static_cast<Arguments&&>(arguments)...))> type;
  // Bytes, because the type need not have a constructor without arguments.
  struct alignas(type) room {
    unsigned char bytes[sizeof(type)];
  } result = {};
  if (group.thread_rank() == 0) {
    const type value = function(static_cast<Arguments&&>(arguments)...);
    __builtin_memcpy(&result, &value, sizeof value);
  }
  result = shuffled(shuffle::of_rank, group.lane_mask(), result, 0, "invoke_one_broadcast()");
  return *reinterpret_cast<const type*>(&result);
}

} // namespace cooperative_groups
