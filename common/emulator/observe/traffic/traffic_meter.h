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

private:
  traffic_report& report_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<launch_traffic>> tallies_; ///< one an OS thread
};

} // namespace cudalab::emulator
