// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds two accesses of different threads to the same memory, at least one a write, that nothing
/// orders. Barriers decide, not the schedule: what happened to go well is found all the same.
///
/// Atomic operations do not race with each other, unless they are atomic within a block only and
/// their blocks differ.
#pragma once

#include "emulator/observe/findings/sighting.h"
#include "emulator/observe/race/access_sites.h"
#include "emulator/observe/race/grid_shadow.h"
#include "emulator/observe/race/stream_races.h"
#include "emulator/observe/race/sync_table.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

class race_detector final : public observer {
public:
  race_detector();
  explicit race_detector(std::size_t shared_bytes, std::size_t device_bytes);

  std::unique_ptr<block_observer> watch_blocks() override;
  void transfer_begins(operation_number number, const operation& work) override;
  void launch_begins(const launch_record& launch) override;
  void grid_synchronised(const launch_record& launch) override;
  void launch_ended(const launch_record& launch) override;

private:
  void judge_grid(const launch_record& launch);

  std::size_t shared_bytes_;
  grid_shadow grid_;
  access_sites sites_;
  sync_table flags_;
  stream_races streams_{sites_};
  sighting_collector between_; ///< what was seen between blocks in this launch
  sighting_collectors collectors_;
};

} // namespace cudalab::emulator
