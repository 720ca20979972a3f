// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Counts what a GPU's memory would have to do: requests, sectors, bank conflicts, barriers.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "emulator/observe/traffic/traffic_report.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class traffic_meter final : public observer {
public:
  explicit traffic_meter(traffic_report& report) : report_(report) {}

  std::unique_ptr<block_observer> watch_blocks() override;
  void launch_ended(const launch_record& launch) override;

  /// What the blocks of one OS thread did in the launch.
  struct tally {
    traffic_by_site sites;
    std::uint32_t barriers = 0;     ///< the most that a block passed
    std::uint64_t copied_bytes = 0; ///< by asynchronous copies
  };

private:
  traffic_report& report_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<tally>> tallies_;
};

} // namespace cudalab::emulator
