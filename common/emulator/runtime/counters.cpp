// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/counters.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "emulator/emulator.h"

namespace cudalab::emulator {

namespace {

std::atomic<std::size_t> waits{0}, frees{0}, copied{0};
std::mutex launches_guard;
std::vector<launch_sizes> launches_seen;

} // namespace

void note_host_wait() {
  ++waits;
}

void note_waiting_free() {
  ++frees;
}

void note_copy_to_host(std::size_t bytes) {
  copied += bytes;
}

void note_launch(const launch_record& launch) {
  const std::lock_guard lock(launches_guard);
  if (launches_seen.size() < most_launches_kept)
    launches_seen.push_back({{launch.grid.x, launch.grid.y, launch.grid.z},
                             {launch.block.x, launch.block.y, launch.block.z}});
}

std::size_t host_waits() {
  return waits;
}

std::size_t waiting_frees() {
  return frees;
}

std::size_t bytes_copied_to_host() {
  return copied;
}

std::vector<launch_sizes> take_launches() {
  const std::lock_guard lock(launches_guard);
  return std::exchange(launches_seen, {});
}

} // namespace cudalab::emulator
