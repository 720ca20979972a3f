// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/devices.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

namespace {

thread_local int device_of_thread = 0;
thread_local std::uint64_t context_of_thread = 0;

std::array<std::atomic<std::uint32_t>, most_devices> reachable_devices{};

int devices_by_environment() {
  const char* const text = std::getenv("CUDALAB_DEVICES");
  if (text == nullptr || *text == '\0')
    return 1;
  if (text[0] >= '0' && text[0] <= '0' + most_devices && text[1] == '\0')
    return text[0] - '0';
  std::fprintf(stderr, "emucc: CUDALAB_DEVICES is a number of devices from 0 to %d, not \"%s\"\n",
               most_devices, text);
  return 1;
}

std::atomic<int>& devices_there() {
  static std::atomic<int> count = devices_by_environment();
  return count;
}

} // namespace

int device_count() {
  return devices_there().load(std::memory_order_relaxed);
}

int current_device() {
  return current_block != nullptr ? current_block->launch->device : device_of_thread;
}

void set_current_device(int number, std::uint64_t context) {
  device_of_thread = number;
  context_of_thread = context;
}

std::uint64_t current_context() {
  return context_of_thread;
}

std::uint32_t reachable_from(int device) {
  const auto place = static_cast<std::size_t>(device);
  return reachable_devices[place].load(std::memory_order_relaxed) | std::uint32_t{1} << place;
}

bool peer_access(int device, int peer) {
  return (reachable_from(device) >> peer & 1u) != 0;
}

bool set_peer_access(int device, int peer, bool allowed) {
  const std::uint32_t bit = std::uint32_t{1} << peer;
  std::atomic<std::uint32_t>& all = reachable_devices[static_cast<std::size_t>(device)];
  const std::uint32_t before = allowed ? all.fetch_or(bit) : all.fetch_and(~bit);
  return ((before & bit) != 0) != allowed;
}

void set_device_count(int count) {
  devices_there() = std::clamp(count, 1, most_devices);
  for (auto& each : reachable_devices)
    each = 0;
  set_current_device(0);
}

} // namespace cudalab::emulator
