// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/api/seen_launches.h"

#include <mutex>
#include <utility>

#include "emulator/emulator.h"

namespace cudalab::emulator {

namespace {

std::mutex launches_guard;
std::vector<launch_sizes> launches_seen;

} // namespace

void note_launch(const launch_record& launch) {
  const std::lock_guard lock(launches_guard);
  if (launches_seen.size() < most_launches_kept)
    launches_seen.push_back({{launch.grid.x, launch.grid.y, launch.grid.z},
                             {launch.block.x, launch.block.y, launch.block.z}});
}

std::vector<launch_sizes> take_launches() {
  const std::lock_guard lock(launches_guard);
  return std::exchange(launches_seen, {});
}

} // namespace cudalab::emulator
