// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The last functions that device code left, with the way that led there: afterwards this tells
/// where a thread left its kernel. (After the kernel come functions of the launch, so that the
/// thread's own trail is overwritten by then.)
#pragma once

#include <array>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// A function that was left. Addresses are return addresses of callbacks.
struct function_exit {
  const void* pc = nullptr;
  std::array<const void*, 4> trail{}; ///< basic blocks entered before, newest first
};

/// Newest first.
using exit_history = std::array<function_exit, 8>;

class exit_recorder {
public:
  void left(const thread_state& thread, const void* pc) {
    function_exit& place = ring_[next_++ % ring_.size()];
    place.pc = pc;
    const auto size = static_cast<unsigned>(place.trail.size());
    for (unsigned i = 0; i < size; ++i)
      place.trail[i] =
          i < thread.trail_end ? thread.trail[(thread.trail_end - 1 - i) % size] : nullptr;
  }

  exit_history history() const {
    exit_history result;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = ring_[(next_ - 1 - i) % ring_.size()];
    return result;
  }

private:
  std::array<function_exit, 8> ring_{};
  std::size_t next_ = 0;
};

/// Of this OS thread.
extern constinit thread_local exit_recorder last_exits;

} // namespace cudalab::emulator
