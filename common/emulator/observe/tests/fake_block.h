// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A block of threads for tests: says what the scheduler would say, and makes accesses by hand.
#pragma once

#include <vector>

#include "emulator/observe/access/access_cells.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

inline constexpr auto reads = access_kind::read;
inline constexpr auto writes = access_kind::write;

class fake_block {
public:
  fake_block(const launch_record& launch, std::uint64_t linear)
      : threads_(launch.threads_per_block()) {
    for (unsigned i = 0; i < threads_.size(); ++i) {
      threads_[i].linear = i;
      threads_[i].index.x = i;
    }
    state.launch = &launch;
    state.linear = linear;
    state.index.x = static_cast<unsigned>(linear);
  }

  /// Places in the code: addresses that belong to this program.
  static const void* line(unsigned number) {
    static const char code[1000] = {};
    return code + number;
  }

  /// It is this thread's turn.
  void run(unsigned thread) { state.thread = &threads_[thread]; }

  void touch(block_observer& observer, unsigned thread, access_kind kind, memory_space space,
             std::uint64_t offset, unsigned at_line, std::uint32_t bytes = 4, bool atomic = false) {
    state.thread = &threads_[thread];
    const access one{.address = nullptr,
                     .bytes = bytes,
                     .kind = kind,
                     .pc = line(at_line),
                     .offset = offset,
                     .space = space,
                     .alignment = bytes,
                     .manner = atomic ? access_manner::atomic : access_manner::plain};
    access_counts& counts = threads_[thread].since_barrier[static_cast<std::size_t>(space)];
    if (!is_half(one))
      ++(kind == access_kind::read ? counts.reads : counts.writes);
    observer.accessed(state, one);
  }
  void write(block_observer& observer, unsigned thread, std::uint64_t offset, unsigned at_line,
             std::uint32_t bytes = 4) {
    touch(observer, thread, access_kind::write, memory_space::shared, offset, at_line, bytes);
  }
  void read(block_observer& observer, unsigned thread, std::uint64_t offset, unsigned at_line,
            std::uint32_t bytes = 4) {
    touch(observer, thread, access_kind::read, memory_space::shared, offset, at_line, bytes);
  }
  void barrier(block_observer& observer) {
    ++state.epoch;
    for (thread_state& each : threads_)
      each.since_barrier = {};
    observer.barrier_opened(state);
  }
  void warp_barrier(unsigned warp) {
    for (thread_state& each : threads_)
      each.warp_epoch += each.warp() == warp;
  }

  block_state state;

private:
  std::vector<thread_state> threads_;
};

} // namespace cudalab::emulator
