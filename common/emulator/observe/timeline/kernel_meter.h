// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Counts the bytes that each launch reads and writes in global memory, for the record of work.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class kernel_meter final : public observer {
public:
  struct tally {
    std::uint64_t bytes = 0;
    std::uint64_t of_peers = 0; ///< of them, in memory of other devices
  };

  std::unique_ptr<block_observer> watch_blocks() override;
  void launch_ended(const launch_record& launch) override;

private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<tally>> tallies_; ///< one an OS thread
};

} // namespace cudalab::emulator
