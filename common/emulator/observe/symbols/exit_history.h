// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The last functions that device code left, with the way that led there: afterwards this tells
/// where a thread left its kernel. (After the kernel come functions of the launch, so that the
/// thread's own trail is overwritten by then.)
#pragma once

#include <array>

#include "emulator/runtime/execution.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

/// A function that was left. Addresses are return addresses of callbacks.
struct function_exit {
  const void* pc = nullptr;
  std::array<const void*, 4> trail{}; ///< basic blocks entered before, newest first
};

/// Newest first.
using exit_history = std::array<function_exit, 8>;

/// Written at every end of a function and copied at the end of every thread, so it is small.
class exit_recorder {
public:
  void left(const code_trail& trail, const void* pc) {
    short_exit& place = ring_[next_++ % ring_.size()];
    place.pc = short_pc(pc);
    place.trail = trail;
  }

  exit_history history() const {
    exit_history result;
    for (std::size_t i = 0; i < result.size() && i < next_; ++i)
      result[i] = ring_[(next_ - 1 - i) % ring_.size()].in_full();
    return result;
  }

private:
  struct short_exit {
    std::uint32_t pc = 0;
    code_trail trail;

    function_exit in_full() const {
      function_exit place{long_pc(pc), {}};
      const auto& blocks = trail.blocks;
      for (unsigned i = 0; i < blocks.size() && i < trail.entered; ++i)
        place.trail[i] = place_in_code(blocks[(trail.entered - 1 - i) % blocks.size()]);
      return place;
    }
  };

  std::array<short_exit, 8> ring_{};
  std::size_t next_ = 0;
};

/// Of this OS thread.
inline constinit thread_local exit_recorder last_exits;

} // namespace cudalab::emulator
