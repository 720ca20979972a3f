// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Finds barriers that not all threads of a block, or not all lanes of a warp, come to, and what
/// goes wrong between the lanes of a warp.
#pragma once

#include "emulator/observe/observer.h"
#include "emulator/observe/sighting.h"

namespace cudalab::emulator {

class barrier_checker final : public observer {
public:
  std::unique_ptr<block_observer> watch_blocks() override;
  void launch_ended(const launch_record& launch) override;

private:
  sighting_collectors collectors_;
};

} // namespace cudalab::emulator
