// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The OS threads that run blocks. They are made at the first launch and live as long as the
/// process.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "emulator/runtime/block_scheduler.h"

namespace cudalab::emulator {

/// The blocks of one launch, to be handed out one by one.
struct block_queue {
  const launch_record* launch = nullptr;
  const kernel_call* call = nullptr;
  bool observed = false;
  std::atomic<std::uint64_t> next = 0;
  std::atomic<int> error = 0; ///< of the first block that was abandoned; the rest is not begun
};

class worker_pool {
public:
  static worker_pool& instance();

  /// Runs all blocks and waits for them. One launch at a time.
  void run(block_queue& blocks);
  /// As many as the machine's cores, or CUDALAB_THREADS.
  std::size_t size() const { return size_; }

private:
  worker_pool();
  void work(std::size_t number);
  void wait_for_end(std::unique_lock<std::mutex>& lock);

  std::size_t size_ = 0;
  std::mutex one_launch_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  block_queue* blocks_ = nullptr;
  std::uint64_t round_ = 0;
  std::size_t wanted_ = 0; ///< workers that take part in this round
  std::size_t busy_ = 0;
};

} // namespace cudalab::emulator
