// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Plain reads that only guess: the same thread's atomic operation on the same place looks again,
/// and changes nothing where the guess was wrong. CUDA's own example of a loop around atomicCAS
/// begins with such a read.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Where in the program such reads were seen. Called by several OS threads at once.
class hint_reads {
public:
  static hint_reads& instance();

  void add(const void* pc);
  /// Whether a read in this line was one of them. When no launch is running.
  bool has(const source_place& place) const;

private:
  mutable std::mutex mutex_;
  std::unordered_set<const void*> seen_;
};

/// The last plain read of one OS thread that was in a race with an atomic operation: cells remember
/// few readers, and this one may be a hint, too.
class last_racing_read {
public:
  void read(const access& seen, std::uint32_t thread) {
    address_ = seen.address;
    pc_ = seen.pc;
    thread_ = thread;
  }
  void updates(const access& seen, const thread_state& thread) {
    if (seen.address != address_ || thread.linear != thread_ || !thread.looks_again)
      return;
    hint_reads::instance().add(pc_);
    address_ = nullptr;
  }

private:
  const std::byte* address_ = nullptr;
  const void* pc_ = nullptr;
  std::uint32_t thread_ = 0;
};

} // namespace cudalab::emulator
