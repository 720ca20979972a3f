// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Cooperative launches: all blocks of the grid are alive at once and can wait for each other. Each
/// has an OS thread of its own, and with it its own __shared__ variables and block observers, so
/// that nothing has to be swapped; a block that spins on another's flag leaves the processor to it
/// as any OS thread does.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "emulator/runtime/blocks/worker_pool.h"

namespace cudalab::emulator {

/// The OS threads are made when a launch first needs them and live as long as the process.
class resident_blocks {
public:
  static resident_blocks& instance();

  /// Makes the OS threads for a grid of so many blocks. Any host thread.
  /// @return false: the system gives no more threads
  bool reserve(std::uint64_t blocks);

  /// Runs all blocks and waits for them. One launch at a time, and no worker of worker_pool may
  /// run: the stacks are the same. @pre reserve() said true for this many
  void run(block_queue& blocks);

  /// From a block's OS thread: all live threads of the block wait at grid.sync().
  /// @param site its place in the code
  /// @return the error with which the launch was abandoned meanwhile, or 0
  int wait_for_grid(const block_state& block, const void* site);

private:
  void work(std::size_t number);
  void open_barrier(std::unique_lock<std::mutex>& lock);
  template <class Use>
  void tell(const Use& use, std::unique_lock<std::mutex>& lock);

  std::mutex growing_;
  std::size_t size_ = 0; ///< OS threads

  std::mutex mutex_;
  std::condition_variable begin_, changed_, open_;
  block_queue* blocks_ = nullptr;
  std::uint64_t round_ = 0;
  std::size_t wanted_ = 0;         ///< blocks of this launch
  std::size_t ended_ = 0;          ///< of them
  std::size_t waiting_ = 0;        ///< at the grid's barrier
  std::uint64_t opened_ = 0;       ///< grid barriers
  std::vector<const void*> sites_; ///< for each block where it waits; null: it does not
};

} // namespace cudalab::emulator
