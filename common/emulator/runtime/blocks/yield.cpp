// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Threads that wait for something that others must write: a lock, a flag. Threads of a block run
/// one after the other, so that such a thread must let the others run.
#include <sched.h>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/progress.h"
#include "emulator/runtime/queue/child_work.h"

namespace cudalab::emulator {

namespace {

/// A thread that has looked so often at changing places waits as well.
constexpr unsigned patient_polls = 16;
/// Rounds in which nobody could do anything but look again, before other programs have a turn.
constexpr unsigned rounds_before_yield = 16;

} // namespace

void block_scheduler::yield(const void* site) {
  in_kernel_ = false;
  switch (current_order.load(std::memory_order_relaxed)) {
  case launch_order::go_on:
    break;
  case launch_order::time_is_up:
    stop({.why = stop_reason::endless_loop, .site = site, .has_launched = child_work_is_pending()},
         cudaErrorLaunchTimeout);
  case launch_order::give_up:
    abandon(cudaErrorLaunchFailure);
  }
  const unsigned thread = current_;
  const std::uint32_t lane = 1u << thread % warp_size;
  lanes_[warp_].ready &= ~lane;
  lanes_[warp_].yielded |= lane;
  switch_from(thread);
  in_kernel_ = true;
}

void block_scheduler::yield_if_polling(const void* address, const void* site) {
  if (current_ != poller_) {
    poller_ = current_;
    polled_ = address;
    polls_ = 1;
    return;
  }
  if (address != polled_) {
    polled_ = address;
    if (++polls_ < patient_polls)
      return;
  }
  polls_ = 0;
  yield(site);
}

/// All others wait for those that have yielded, or have returned. @return whether there are any
bool block_scheduler::wake_yielded() {
  bool woken = false;
  for (unsigned w = 0; w < warps_; ++w) {
    woken |= lanes_[w].yielded != 0;
    lanes_[w].ready |= lanes_[w].yielded;
    lanes_[w].yielded = 0;
  }
  // Only another block, or the host, can write what they wait for when every round is like this.
  if (woken && ++rounds_ % rounds_before_yield == 0)
    sched_yield();
  return woken;
}

} // namespace cudalab::emulator
