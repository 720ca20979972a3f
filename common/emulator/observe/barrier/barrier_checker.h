// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds barriers that not all threads of a block, not all lanes of a warp, or not all blocks of a
/// cooperative grid come to, and what goes wrong between the lanes of a warp.
#pragma once

#include <map>
#include <mutex>

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/symbols/exit_history.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class barrier_checker final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
  bool grid_diverged(const launch_record& launch,
                     const std::vector<const void*>& waiting_at) override;
  void launch_ended(const launch_record& launch) override;

  /// Of a cooperative launch: how the first thread of a block that has ended left the kernel.
  void block_left(std::uint64_t block, const exit_recorder& first_thread);

private:
  sighting_collectors collectors_;
  std::mutex mutex_;
  std::map<std::uint64_t, exit_recorder> left_; ///< by block
};

} // namespace cudalab::emulator
