// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Opening barriers, and what to say when not all came to them.
#include <algorithm>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/device_call.h"

namespace cudalab::emulator {

namespace {

/// The last place of a thread that returned: the block of code that it was in before the
/// function's end, which all ways out share.
const void* last_place(const thread_state& thread) {
  const unsigned back = thread.trail_end >= 2 ? 2 : 1;
  return thread.trail_end == 0 ? nullptr
                               : thread.trail[(thread.trail_end - back) % thread.trail.size()];
}

} // namespace

bool block_scheduler::block_diverges() const {
  if (live_ != threads_)
    return true;
  for (unsigned i = 1; i < threads_; ++i)
    if (sites_[i] != sites_[0])
      return true;
  return false;
}

void block_scheduler::open_block_barrier() {
  // Once a block: whoever is out of step once stays so, and every later barrier would say it again.
  if (observed_ && !block_divergence_told_ && block_diverges()) {
    block_divergence_told_ = true;
    std::vector<standing> standings;
    for (unsigned i = 0; i < threads_; ++i) {
      const bool waits = lanes_[i / warp_size].at_block >> i % warp_size & 1;
      standings.push_back({.thread = states_[i].index,
                           .pc = waits ? sites_[i] : last_place(states_[i]),
                           .returned = !waits});
    }
    for (const auto& observer : block_observers())
      observer->barrier_diverged(state_, standings, false);
  }
  for (unsigned w = 0; w < warps_; ++w) {
    lanes_[w].ready = lanes_[w].at_block;
    lanes_[w].at_block = 0;
  }
  ++state_.epoch;
  if (observed_)
    for (const auto& observer : block_observers())
      observer->barrier_opened(state_);
}

void block_scheduler::open_warp_barrier(std::uint32_t lanes) {
  lanes_[warp_].at_warp &= ~lanes;
  lanes_[warp_].ready |= lanes;
  // Lanes that met before in smaller groups may be at different epochs: all go on from one.
  const auto epoch_of = [this](std::uint32_t set) -> std::uint32_t& {
    return states_[warp_ * warp_size + static_cast<unsigned>(std::countr_zero(set))].warp_epoch;
  };
  std::uint32_t newest = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1)
    newest = std::max(newest, epoch_of(left));
  for (; lanes != 0; lanes &= lanes - 1)
    epoch_of(lanes) = newest + 1;
}

void block_scheduler::force_warp_barrier() {
  const warp_lanes& warp = lanes_[warp_];
  const unsigned base = warp_ * warp_size;
  const std::uint32_t mask = masks_[base + static_cast<unsigned>(std::countr_zero(warp.at_warp))];
  std::uint32_t came = 0;
  std::vector<standing> standings;
  for (unsigned lane = 0; lane < warp_size && base + lane < threads_; ++lane) {
    const unsigned i = base + lane;
    const std::uint32_t bit = 1u << lane;
    if ((warp.at_warp & bit) != 0 && masks_[i] == mask)
      came |= bit;
    if ((mask & bit) == 0)
      continue;
    const bool returned = (warp.live() & bit) == 0;
    standings.push_back({.thread = states_[i].index,
                         .pc = returned ? last_place(states_[i]) : sites_[i],
                         .returned = returned});
  }
  if (observed_ && !warp_divergence_told_) {
    warp_divergence_told_ = true;
    for (const auto& observer : block_observers())
      observer->barrier_diverged(state_, standings, true);
  }
  open_warp_barrier(came);
}

void abandon_launch(int error) {
  current_scheduler->abandon(error);
}

} // namespace cudalab::emulator

// Never inlined: the return address is the barrier's place in the student's code.
[[gnu::noinline]] void __syncthreads() {
  cudalab::emulator::scheduler_for("__syncthreads()").wait_for_block(__builtin_return_address(0));
}

[[gnu::noinline]] void __syncwarp(unsigned mask) {
  cudalab::emulator::scheduler_for("__syncwarp()").wait_for_warp(__builtin_return_address(0), mask);
}
