// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds shuffles that read lanes which are not there, lanes that others wait for in vain, and
/// masks that do not name the caller.
#pragma once

#include <array>
#include <vector>

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/symbols/exit_history.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// For the blocks of one OS thread, one after the other.
///
/// What a shuffle gives is undefined when the lane that it reads takes no part. Alone that is no
/// mistake: in a reduction with __shfl_down_sync the upper lanes often read such values, and nobody
/// uses what they compute. So a chain of __shfl_down_sync with smaller and smaller deltas is
/// followed until an undefined value reaches the lowest lane, which has the result.
class lane_faults {
public:
  explicit lane_faults(sighting_collector& collector) : collector_(collector) {}

  void block_begins();
  /// @param exits of the threads that have returned
  void met(const block_state& block, const warp_meeting& meeting,
           const std::vector<exit_recorder>& exits);
  void mask_without_caller(const block_state& block, const char* called, const void* site,
                           std::uint32_t mask);

private:
  /// A lane that read another one which took no part.
  struct origin {
    unsigned lane = 0, source = 0;
    const void* site = nullptr;
    std::uint32_t mask = 0;
    finding_case why = finding_case::plain;
  };
  /// Shuffles of a warp that belong to one reduction.
  struct chain {
    unsigned delta = 0;          ///< of the last one
    std::uint32_t undefined = 0; ///< lanes that have an undefined value
    std::array<origin, warp_size> origins;
  };

  void follow(const block_state& block, const warp_meeting& meeting,
              const std::vector<exit_recorder>& exits);
  void report_absent(const block_state& block, const warp_meeting& meeting);
  void report_read(const block_state& block, const warp_meeting& meeting, const origin& from,
                   const std::vector<exit_recorder>& exits);

  sighting_collector& collector_;
  std::array<chain, max_threads_per_block / warp_size> chains_;
  bool out_of_step_ = false; ///< lanes did not meet in this block: what follows is their fault
};

} // namespace cudalab::emulator
