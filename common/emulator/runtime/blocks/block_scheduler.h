// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Runs the threads of one block after the other on one OS thread, as fibers.
///
/// A fiber runs a thread until it waits at a barrier, and jumps from there to the next thread's
/// fiber. A thread that ends leaves its fiber to the next one, so a kernel without barriers never
/// switches. Within a warp the lowest lane that can run goes first; the next warp's turn comes when
/// all lanes of this one wait for the block, have yielded or have returned. A thread yields when it
/// seems to wait for another thread's write, until all that could run have had their turn.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/include/cudalab/launch.h"
#include "emulator/runtime/blocks/fiber_switch.h"
#include "emulator/runtime/blocks/warp_collectives.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class block_scheduler {
public:
  /// Where in fiber_stacks the stacks for a block's threads begin. What is on them counts as long
  /// as `first` and `lent` stay the same. Not in the middle of a block.
  void use_stacks(std::size_t first, std::uint64_t lent);

  /// For all blocks of one launch that this OS thread will run. @param observed whether to tell
  /// block_observers()
  void begin_launch(const launch_record& launch, const kernel_call& call, bool observed);
  /// @return the error with which the launch was abandoned, or 0
  int run_block(std::uint64_t linear);

  // From inside the block's threads:
  /// @param vote what this thread says; block_votes() has all of it afterwards
  void wait_for_block(const void* site, bool vote = false);
  struct votes {
    unsigned yes = 0, all = 0;
  };
  /// Of the block barrier that opened last.
  votes block_votes() const { return opened_votes_; }
  /// Waits for the lanes of `mask` that have not returned, at the same collective.
  /// @return this lane's result
  std::uint64_t meet_lanes(const void* site, std::uint32_t mask, const lane_part& part);
  /// Lets other threads run before this one goes on. Does not return when the launch must end.
  /// @param site where the thread is, in the student's code
  void yield(const void* site);
  /// The thread has looked at an address and, if it is an atomic operation, changed nothing: it
  /// yields when it does so again and again.
  void yield_if_polling(const void* address, const void* site);
  /// Reports why the kernel cannot go on, and abandons it.
  [[noreturn]] void stop(kernel_stop why, int error);
  /// Only in a cooperative launch.
  void wait_for_grid(const void* site);
  [[noreturn]] void abandon(int error);
  bool observed() const { return observed_; }

  // From a signal handler on this OS thread:
  /// Whether it may be interrupted: the kernel runs, and not this class.
  bool in_kernel() const { return in_kernel_; }
  /// Whether no other thread of the block could run in place of this one.
  bool is_alone() const { return live_ == 1; }
  /// Whether the current thread was current at the last such question.
  bool seen_before() {
    const bool same = seen_block_ == state_.linear && seen_thread_ == current_;
    seen_block_ = state_.linear;
    seen_thread_ = current_;
    return same;
  }

private:
  struct fiber {
    fiber_context parked; ///< where to enter when it is idle
    void* stack_top;
  };
  /// Lanes of a warp; a lane in none of them has returned.
  struct warp_lanes {
    std::uint32_t ready = 0, at_block = 0, at_warp = 0, yielded = 0;
    std::uint32_t live() const { return ready | at_block | at_warp | yielded; }
  };
  static constexpr unsigned nobody = ~0u;

  [[noreturn]] static void enter();
  [[noreturn]] void run_fiber(fiber& self);
  void begin_watched_block();
  void tell_returned();
  void run_next(unsigned thread);
  void switch_from(unsigned thread);
  void make_current(unsigned thread);
  unsigned next_thread();
  unsigned next_warp();
  void open_block_barrier();
  bool wake_yielded();
  bool block_diverges() const;
  std::uint32_t group_of(unsigned thread) const;
  void open_lanes(std::uint32_t came, bool forced);
  bool open_waiting_lanes();
  void order_lanes(std::uint32_t lanes);
  void report_meeting(std::uint32_t came, bool forced);
  void report_warp_divergence(std::uint32_t came);
  fiber& idle_fiber();
  void reset_fibers();

  std::size_t first_stack_ = 0;
  std::uint64_t stacks_lent_ = 0;
  const kernel_call* call_ = nullptr;
  bool observed_ = false;
  std::vector<block_observer*> told_of_returns_; ///< of block_observers()
  block_state state_;
  unsigned threads_ = 0, warps_ = 0;

  unsigned current_ = 0; ///< the thread that runs
  unsigned warp_ = 0;    ///< its warp
  unsigned started_ = 0; ///< threads start in order: those below have
  unsigned live_ = 0;
  votes votes_, opened_votes_;
  volatile bool in_kernel_ = false;
  std::uint64_t seen_block_ = 0;
  unsigned seen_thread_ = nobody;
  const void* polled_ = nullptr; ///< by yield_if_polling(), and who did
  unsigned poller_ = nobody;
  unsigned polls_ = 0, rounds_ = 0;
  bool block_divergence_told_ = false, warp_divergence_told_ = false;
  const void* grid_site_ = nullptr; ///< where a thread of the block waits for the grid
  int error_ = 0;

  fiber_context worker_ = nullptr; ///< the OS thread's own stack
  std::array<warp_lanes, max_threads_per_block / warp_size> lanes_;
  std::array<fiber_context, max_threads_per_block> waiting_; ///< of threads that wait
  std::array<const void*, max_threads_per_block> sites_;     ///< of the barriers they wait at
  std::array<std::uint32_t, max_threads_per_block> masks_;
  std::array<lane_part, max_threads_per_block> parts_;
  std::array<thread_state, max_threads_per_block> states_;
  std::array<index3, max_threads_per_block> positions_; ///< of threads, as in states_, side by side
  std::vector<std::unique_ptr<fiber>> fibers_;
  std::vector<fiber*> idle_;
  fiber* entered_ = nullptr; ///< the one that idle_fiber() gave last
};

/// "WHAT in kernel K, thread (0,0,0) of block (0,0,0)" on standard error, in one write so that the
/// line is not torn. Also from a signal handler.
void say_in_kernel(const char* what);

/// The last place of a thread that returned: the block of code that it was in before the
/// function's end, which all ways out share.
const void* last_place(const thread_state& thread);

/// The one that runs on this OS thread; null in host code.
extern constinit thread_local block_scheduler* current_scheduler;

} // namespace cudalab::emulator
