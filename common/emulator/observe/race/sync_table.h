// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the blocks of a launch tell each other by fences and flags: for each place in global memory
/// that served as a flag, what whoever reads it may rely on.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "emulator/observe/race/sync_clock.h"

namespace cudalab::emulator {

/// Called by several OS threads at once. All clocks of the launch are used under lock() only.
class sync_table {
public:
  std::unique_lock<std::mutex> lock() { return std::unique_lock(mutex_); }

  /// Whether a thread of this launch has executed a fence: until then nobody knows anything.
  bool in_use() const { return in_use_.load(std::memory_order_relaxed); }
  void use() { in_use_.store(true, std::memory_order_relaxed); }

  /// Whether a thread has read memory atomically or volatile: the program may mean to wait.
  bool has_flags() const { return has_flags_.load(std::memory_order_relaxed); }
  void note_flag() {
    if (!has_flags())
      has_flags_.store(true, std::memory_order_relaxed);
  }

  /// Under lock: of the flag at this offset of global memory.
  sync_clock& at(std::uint64_t offset) { return clocks_[offset]; }
  /// Under lock: the same, when nothing is to be added.
  sync_clock known_at(std::uint64_t offset) const {
    const auto found = clocks_.find(offset);
    return found == clocks_.end() ? sync_clock() : found->second;
  }

  /// When the launch has ended.
  void forget() {
    clocks_.clear();
    in_use_ = has_flags_ = false;
  }

private:
  std::mutex mutex_;
  std::atomic<bool> in_use_{false}, has_flags_{false};
  std::unordered_map<std::uint64_t, sync_clock> clocks_;
};

} // namespace cudalab::emulator
