// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Opening the barriers of a block, and what to say when not all came to them.
#include <algorithm>
#include <utility>

#include "emulator/include/cudalab/device_code.h"
#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/device_call.h"
#include "emulator/runtime/blocks/resident_blocks.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

const void* last_place(const thread_state& thread) {
  const code_trail& trail = thread.trail;
  if (trail.entered == 0)
    return nullptr;
  const unsigned back = trail.entered >= 2 ? 2 : 1;
  return place_in_code(trail.blocks[(trail.entered - back) % trail.blocks.size()]);
}

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
  const void* const grid_site = std::exchange(grid_site_, nullptr);
  if (grid_site != nullptr)
    if (const int error = resident_blocks::instance().wait_for_grid(state_, grid_site))
      abandon(error);
  for (unsigned w = 0; w < warps_; ++w) {
    lanes_[w].ready = lanes_[w].at_block;
    lanes_[w].at_block = 0;
  }
  opened_votes_ = votes_;
  votes_ = {};
  ++state_.epoch;
  if (!observed_)
    return;
  for (unsigned i = 0; i < threads_; ++i)
    states_[i].since_barrier = {};
  if (grid_site != nullptr)
    for (const auto& observer : block_observers())
      observer->grid_synchronised(state_);
  for (const auto& observer : block_observers())
    observer->barrier_opened(state_);
}

void block_scheduler::wait_for_grid(const void* site) {
  grid_site_ = site;
  wait_for_block(site);
}

void abandon_launch(int error) {
  current_scheduler->abandon(error);
}

} // namespace cudalab::emulator

using cudalab::emulator::block_scheduler;

// Never inlined: the return address is the barrier's place in the student's code.
#define CALLER __builtin_return_address(0)

[[gnu::noinline]] void __syncthreads() {
  cudalab::emulator::scheduler_for("__syncthreads()").wait_for_block(CALLER);
}

namespace {

block_scheduler::votes vote(const char* function, int predicate, const void* site) {
  block_scheduler& scheduler = cudalab::emulator::scheduler_for(function);
  scheduler.wait_for_block(site, predicate != 0);
  return scheduler.block_votes();
}

} // namespace

[[gnu::noinline]] int __syncthreads_count(int predicate) {
  return static_cast<int>(vote("__syncthreads_count()", predicate, CALLER).yes);
}
[[gnu::noinline]] int __syncthreads_and(int predicate) {
  const auto votes = vote("__syncthreads_and()", predicate, CALLER);
  return votes.yes == votes.all;
}
[[gnu::noinline]] int __syncthreads_or(int predicate) {
  return vote("__syncthreads_or()", predicate, CALLER).yes != 0;
}
