// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A race as a sighting: what both parts of the race detector report.
#pragma once

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/race/global_touch.h"
#include "emulator/observe/race/shadow_cell.h"

namespace cudalab::emulator {

/// What a student reads of an access: "reads", "writes" or, if atomic, "updates".
inline const char* action_of(touch_role role) {
  if (role == touch_role::copied_write)
    return "copies to it";
  return is_atomic(role) ? "updates" : is_write(role) ? "writes" : "reads";
}

struct race_party {
  touch_role role = touch_role::read;
  std::uint32_t thread = 0;
  const void* pc = nullptr;
  const void* warp_barrier = nullptr; ///< the last one of its warp before it; null: none
};

/// A plain read of what another thread updates atomically: it may be no more than a guess.
inline bool is_guess(touch_role read, touch_role earlier) {
  return read == touch_role::read && is_atomic(earlier);
}

/// A race of the current thread's access with an earlier one of its block. `offset`: of the cell.
/// `in_step`: see sighting.
/// @return see sighting_collector::see
inline bool& see_race(sighting_collector& collector, const block_state& block, const access& seen,
                      finding_case why, std::uint64_t offset, const race_party& later,
                      const race_party& earlier, bool in_step = false) {
  const auto make = [&] {
    sighting found;
    found.space = seen.space == memory_space::shared ? object_space::shared : object_space::global;
    const bool range = seen.bytes > 16; // then: the element in it
    found.offset = range ? offset : seen.offset;
    found.bytes = range ? 4 : seen.bytes;
    found.later = {action_of(later.role), later.thread, block.linear, later.pc};
    found.earlier = {action_of(earlier.role), earlier.thread, block.linear, earlier.pc};
    if (!same_warp(later.thread, earlier.thread)) {
      found.later.warp_barrier = later.warp_barrier;
      found.earlier.warp_barrier = earlier.warp_barrier;
    }
    found.in_step = in_step;
    found.is_volatile = is_volatile(later.role) || is_volatile(earlier.role);
    return found;
  };
  const bool later_stores = is_write(later.role);
  const race_party& storing = later_stores ? later : earlier;
  const racing_store store{offset, storing.thread, block.epoch};
  return collector.see(finding_kind::race, why, later.pc, earlier.pc, make,
                       same_warp(later.thread, earlier.thread),
                       is_atomic(storing.role) ? nullptr : &store);
}

} // namespace cudalab::emulator
