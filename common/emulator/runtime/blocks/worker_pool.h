// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The OS threads that run blocks: whoever calls run(), and helpers, which are made at the first
/// launch and live as long as the process.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <pthread.h>

#include "emulator/runtime/blocks/block_scheduler.h"

namespace cudalab::emulator {

/// The blocks of one launch, to be handed out one by one.
struct block_queue {
  const launch_record* launch = nullptr;
  const kernel_call* call = nullptr;
  bool observed = false;
  bool in_order = false;     ///< one after the other, on one OS thread
  std::uint64_t sampled = 0; ///< so many at the begin, in the middle, and at the end; 0: all
  /// Where blocks are sampled, those besides in which a place along x or y, or the number of the
  /// block, is the first that 16 bits do not hold: in 16 bits it meets the first block.
  std::vector<std::uint64_t> beside = {};
  std::atomic<std::uint64_t> next = 0;
  std::atomic<int> error = 0; ///< of the first block that was abandoned; the rest is not begun

  /// A block was abandoned, or must be: all threads of the launch end.
  void end_launch(int with_error);
  /// @param number of blocks at each of the three places; 0: all
  void sample(std::uint64_t number);
  /// How many blocks are run.
  std::uint64_t count() const;
  /// The index in the grid of each of them.
  std::uint64_t index_of(std::uint64_t number) const;
  /// There is something to do for another OS thread.
  bool wants_help() const { return !in_order && next.load(std::memory_order_relaxed) < count(); }
};

class worker_pool {
public:
  static worker_pool& instance();

  /// Runs all blocks, and returns when they have ended; those of a cooperative launch in
  /// resident_blocks. Always called by the same OS thread.
  void run(block_queue& blocks);
  /// As many as the machine's cores, or CUDALAB_THREADS.
  std::size_t size() const { return size_; }

private:
  worker_pool();
  void run_shared(block_queue& blocks, std::unique_lock<std::mutex>& lock);
  void help(std::size_t number);
  void watch_time();
  /// Looks after the threads of a fast program. @return when to do so again
  std::chrono::duration<double> interrupt_all(std::chrono::duration<double> tick);

  std::size_t size_ = 0;
  std::unique_ptr<block_scheduler> own_; ///< of the thread that calls run()
  std::vector<pthread_t> threads_;       ///< of the helpers
  pthread_t own_thread_{};
  std::uint64_t known_yields_ = 0; ///< preemptions() so far
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  block_queue* blocks_ = nullptr; ///< of the launch that runs
  bool took_longer_than(std::chrono::duration<double> limit) const;
  std::chrono::steady_clock::time_point began_;
  std::chrono::duration<double> used_before_{}; ///< processor time of the process, when it began
  std::uint64_t round_ = 0;
  std::size_t helping_ = 0;       ///< helpers that take part; one that wakes too late does not
  std::uint64_t stacks_lent_ = 0; ///< how often resident_blocks had the stacks
};

} // namespace cudalab::emulator
