// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How lanes of a warp wait for each other, go on together, and what is told when some never come.
#include <algorithm>
#include <bit>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/block_scheduler.h"

namespace cudalab::emulator {

std::uint64_t block_scheduler::meet_lanes(const void* site, std::uint32_t mask,
                                          const lane_part& part) {
  in_kernel_ = false;
  const unsigned thread = current_;
  const std::uint32_t lane = 1u << thread % warp_size;
  if ((mask & lane) == 0) [[unlikely]] {
    if (observed_)
      for (const auto& observer : block_observers())
        observer->mask_without_caller(state_, part.name(), site, mask);
    mask |= lane;
  }
  sites_[thread] = site;
  masks_[thread] = mask;
  parts_[thread] = part;
  warp_lanes& warp = lanes_[warp_];
  warp.ready &= ~lane;
  warp.at_warp |= lane;
  // Lanes that have returned are not waited for, as on a GPU. Who asks for the active lanes waits
  // until all others are somewhere: see open_waiting_lanes().
  const std::uint32_t needed = mask & warp.live();
  if (part.what != collective::active_lanes && (warp.at_warp & needed) == needed)
    if (const std::uint32_t came = group_of(thread); came == needed)
      open_lanes(came, false);
  switch_from(thread);
  in_kernel_ = true;
  return parts_[thread].result;
}

/// The lanes that wait for the same as this thread.
std::uint32_t block_scheduler::group_of(unsigned thread) const {
  const collective what = parts_[thread].what;
  std::uint32_t came = 0;
  for (std::uint32_t rest = lanes_[warp_].at_warp & masks_[thread]; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned other = warp_ * warp_size + lane;
    if (parts_[other].what == what && masks_[other] == masks_[thread] &&
        (what != collective::active_lanes || sites_[other] == sites_[thread]))
      came |= 1u << lane;
  }
  return came;
}

void block_scheduler::open_lanes(std::uint32_t came, bool forced) {
  const unsigned base = warp_ * warp_size;
  const unsigned first = base + static_cast<unsigned>(std::countr_zero(came));
  const collective what = parts_[first].what;
  if (what == collective::barrier) {
    if (forced)
      report_warp_divergence(came);
    order_lanes(came);
  } else {
    const bool lanes_are_missing = is_of_matrices(what) && came != ~0u;
    if (observed_ && (forced || is_shuffle(what) || lanes_are_missing))
      report_meeting(came, forced);
    combine(what, came, &parts_[base]);
  }
  lanes_[warp_].at_warp &= ~came;
  lanes_[warp_].ready |= came;
}

/// No lane of the warp can go on by itself: lets some go on all the same. @return whether some do
bool block_scheduler::open_waiting_lanes() {
  const warp_lanes& warp = lanes_[warp_];
  const unsigned base = warp_ * warp_size;
  for (std::uint32_t rest = warp.at_warp; rest != 0; rest &= rest - 1) {
    const unsigned thread = base + static_cast<unsigned>(std::countr_zero(rest));
    const std::uint32_t came = group_of(thread);
    // The others may have returned since these came.
    if (parts_[thread].what == collective::active_lanes || came == (masks_[thread] & warp.live())) {
      open_lanes(came, false);
      return true;
    }
  }
  if (warp.at_warp == 0 || warp.yielded != 0) // those that yielded may yet come
    return false;
  open_lanes(group_of(base + static_cast<unsigned>(std::countr_zero(warp.at_warp))), true);
  return true;
}

/// A barrier: what these lanes did before comes before what they do now.
void block_scheduler::order_lanes(std::uint32_t lanes) {
  // Lanes that met before in smaller groups may be at different epochs: all go on from one.
  const auto epoch_of = [this](std::uint32_t set) -> std::uint32_t& {
    return states_[warp_ * warp_size + static_cast<unsigned>(std::countr_zero(set))].warp_epoch;
  };
  std::uint32_t newest = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    newest = std::max(newest, epoch_of(left));
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    epoch_of(left) = newest + 1;
  if (observed_)
    for (const auto& observer : block_observers())
      observer->warp_barrier_opened(state_, warp_, lanes, newest + 1, &sites_[warp_ * warp_size]);
}

void block_scheduler::report_meeting(std::uint32_t came, bool forced) {
  const unsigned base = warp_ * warp_size;
  const unsigned first = base + static_cast<unsigned>(std::countr_zero(came));
  const unsigned lanes = std::min(threads_ - base, warp_size);
  warp_meeting meeting{.what = parts_[first].what,
                       .forced = forced,
                       .warp = warp_,
                       .mask = masks_[first],
                       .came = came,
                       .existing = lanes == warp_size ? ~0u : (1u << lanes) - 1,
                       .live = lanes_[warp_].live(),
                       .sources = {},
                       .sites = &sites_[base],
                       .called = parts_[first].name()};
  for (unsigned lane = 0; lane < lanes; ++lane)
    meeting.sources[lane] =
        is_of_matrices(meeting.what) // it needs all of them: the first that is missing
            ? static_cast<std::uint8_t>(std::countr_one(came) % warp_size)
            : parts_[base + lane].source;
  for (const auto& observer : block_observers())
    observer->lanes_met(state_, meeting);
}

void block_scheduler::report_warp_divergence(std::uint32_t came) {
  if (!observed_ || warp_divergence_told_)
    return;
  warp_divergence_told_ = true;
  const warp_lanes& warp = lanes_[warp_];
  const unsigned base = warp_ * warp_size;
  const std::uint32_t mask = masks_[base + static_cast<unsigned>(std::countr_zero(came))];
  std::vector<standing> standings;
  for (unsigned lane = 0; lane < warp_size && base + lane < threads_; ++lane) {
    if ((mask >> lane & 1) == 0)
      continue;
    const unsigned i = base + lane;
    const bool returned = (warp.live() >> lane & 1) == 0;
    const bool at_warp = (warp.at_warp >> lane & 1) != 0;
    standings.push_back({.thread = states_[i].index,
                         .pc = returned ? last_place(states_[i]) : sites_[i],
                         .returned = returned,
                         .called = at_warp ? parts_[i].name() : "__syncthreads()"});
  }
  for (const auto& observer : block_observers())
    observer->barrier_diverged(state_, standings, true);
}

} // namespace cudalab::emulator
