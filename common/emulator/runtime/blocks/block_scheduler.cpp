// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/blocks/block_scheduler.h"

#include <stdexcept>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/thread_position.h"
#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

extern "C" {
__thread code_trail cudalab_trail;
}
constinit thread_local block_state* current_block = nullptr;
constinit thread_local thread_state* current_thread = nullptr;
constinit thread_local block_scheduler* current_scheduler = nullptr;

void block_scheduler::begin_launch(const launch_record& launch, const kernel_call& call,
                                   bool observed) {
  call_ = &call;
  observed_ = observed;
  state_.launch = &launch;
  threads_ = launch.threads_per_block();
  warps_ = (threads_ + warp_size - 1) / warp_size;
  index3 index;
  for (unsigned i = 0; i < threads_; ++i) {
    states_[i].index = positions_[i] = index;
    states_[i].linear = i;
    if (++index.x == launch.block.x) {
      index.x = 0;
      if (++index.y == launch.block.y) {
        index.y = 0;
        ++index.z;
      }
    }
  }
  set_launch_position(launch.grid, launch.block);
}

void block_scheduler::use_stacks(std::size_t first, std::uint64_t lent) {
  if (first == first_stack_ && lent == stacks_lent_)
    return;
  fibers_.clear();
  idle_.clear();
  first_stack_ = first;
  stacks_lent_ = lent;
}

int block_scheduler::run_block(std::uint64_t linear) {
  const index3& grid = state_.launch->grid;
  state_.linear = linear;
  state_.index.x = static_cast<unsigned>(linear % grid.x);
  state_.index.y = static_cast<unsigned>(linear / grid.x % grid.y);
  state_.index.z = static_cast<unsigned>(linear / grid.x / grid.y);
  state_.epoch = 0;
  for (unsigned i = 0; i < threads_; ++i) {
    states_[i].warp_epoch = 0;
    states_[i].works = library_work::none; // (a thread that made a bad access has not come back)
    states_[i].since_barrier = {};
    states_[i].trail = {};
  }
  for (unsigned w = 0; w < warps_; ++w) {
    const unsigned lanes = threads_ - w * warp_size;
    lanes_[w] = {.ready = lanes >= warp_size ? ~0u : (1u << lanes) - 1};
  }
  live_ = threads_;
  warp_ = 0;
  started_ = 1;
  block_divergence_told_ = warp_divergence_told_ = false;
  votes_ = {};
  poller_ = seen_thread_ = nobody;
  polls_ = 0;
  grid_site_ = nullptr;
  error_ = 0;

  set_block_position(state_.index);
  make_shared_memory_stale(state_.launch->dynamic_shared_bytes);
  make_current(0);
  current_block = &state_;
  current_scheduler = this;
  if (observed_)
    begin_watched_block();

  switch_fiber(worker_, idle_fiber().parked);

  if (observed_)
    for (const auto& observer : block_observers())
      observer->block_ended(state_);
  current_scheduler = nullptr;
  current_block = nullptr;
  current_thread = nullptr;
  if (error_ != 0)
    reset_fibers();
  return error_;
}

void block_scheduler::enter() {
  // Idle fibers are taken from the back, and the one that was taken last is entered now.
  block_scheduler& scheduler = *current_scheduler;
  scheduler.run_fiber(*scheduler.entered_);
}

void block_scheduler::run_fiber(fiber& self) {
  for (;;) {
    in_kernel_ = true;
    call_->run(call_->closure);
    in_kernel_ = false;
    lanes_[warp_].ready &= ~(1u << current_ % warp_size);
    --live_;
    if (observed_) {
      states_[current_].trail = cudalab_trail;
      tell_returned();
    }
    const unsigned next = next_thread();
    if (next != nobody) {
      make_current(next);
      if (next == started_) {
        ++started_;
        continue; // on this fiber
      }
    }
    idle_.push_back(&self);
    switch_fiber(self.parked, next == nobody ? worker_ : waiting_[next]);
  }
}

void block_scheduler::begin_watched_block() {
  told_of_returns_.clear();
  for (const auto& observer : block_observers()) {
    observer->block_begins(state_);
    if (observer->hears_returns())
      told_of_returns_.push_back(observer.get());
  }
}

void block_scheduler::tell_returned() {
  for (block_observer* const observer : told_of_returns_)
    observer->thread_returned(state_);
}

inline void block_scheduler::make_current(unsigned thread) {
  current_ = thread;
  current_thread = state_.thread = &states_[thread];
  set_thread_position(positions_[thread]);
  if (observed_)
    cudalab_trail = states_[thread].trail;
}

inline unsigned block_scheduler::next_thread() {
  const std::uint32_t ready = lanes_[warp_].ready;
  if (ready != 0) [[likely]]
    return warp_ * warp_size + static_cast<unsigned>(std::countr_zero(ready));
  return next_warp();
}

/// Where `thread` leaves off. Part of each caller: every call has its place on the stack, and all
/// threads' stacks together hardly fit the cache.
[[gnu::always_inline]] inline void block_scheduler::run_next(unsigned thread) {
  if (observed_)
    states_[thread].trail = cudalab_trail;
  const unsigned next = next_thread();
  make_current(next);
  if (next == thread)
    return;
  fiber_context target = nullptr;
  if (next == started_) {
    ++started_;
    target = idle_fiber().parked;
  } else {
    target = waiting_[next];
  }
  switch_fiber(waiting_[thread], target);
}

void block_scheduler::switch_from(unsigned thread) {
  run_next(thread);
}

void block_scheduler::wait_for_block(const void* site, bool vote) {
  in_kernel_ = false;
  const unsigned thread = current_;
  const std::uint32_t lane = 1u << thread % warp_size;
  sites_[thread] = site;
  lanes_[warp_].ready &= ~lane;
  lanes_[warp_].at_block |= lane;
  votes_.yes += vote;
  ++votes_.all;
  run_next(thread);
  in_kernel_ = true;
}

unsigned block_scheduler::next_warp() {
  for (;;) {
    if (!open_waiting_lanes()) {
      if (observed_)
        for (const auto& observer : block_observers())
          observer->warp_left(state_, warp_, lanes_[warp_].yielded != 0);
      do {
        if (++warp_ == warps_) {
          if (live_ == 0) {
            warp_ = 0;
            return nobody;
          }
          if (!wake_yielded())
            open_block_barrier();
          warp_ = 0;
        }
      } while (lanes_[warp_].ready == 0);
    }
    return next_thread();
  }
}

block_scheduler::fiber& block_scheduler::idle_fiber() {
  if (idle_.empty()) {
    void* top = fiber_stacks::instance().commit(first_stack_ + fibers_.size());
    if (top == nullptr)
      throw std::runtime_error("the emulated device has no memory for a thread's stack");
    fibers_.push_back(
        std::make_unique<fiber>(fiber{make_fiber<enter>(top, fiber_stacks::usable_bytes), top}));
    idle_.push_back(fibers_.back().get());
  }
  entered_ = idle_.back();
  idle_.pop_back();
  return *entered_;
}

void block_scheduler::abandon(int error) {
  in_kernel_ = false;
  error_ = error;
  fiber_context nowhere = nullptr;
  switch_fiber(nowhere, worker_);
  __builtin_unreachable();
}

void block_scheduler::reset_fibers() {
  idle_.clear();
  for (const auto& fiber : fibers_) {
    fiber->parked = make_fiber<enter>(fiber->stack_top, fiber_stacks::usable_bytes);
    idle_.push_back(fiber.get());
  }
}

} // namespace cudalab::emulator
