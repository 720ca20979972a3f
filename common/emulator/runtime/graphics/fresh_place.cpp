// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/graphics/fresh_place.h"

#include <mutex>
#include <vector>

#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

constexpr unsigned begin_again_after =
    16; // calls: each of them fills up the places of those before

std::mutex places_mutex;
std::byte* last_mapped = nullptr;
unsigned calls = 0;

} // namespace

std::byte* allocate_fresh(std::size_t bytes, const void* caller) {
  const std::lock_guard held(places_mutex);
  if (calls++ % begin_again_after == 0)
    last_mapped = nullptr;
  device_memory& memory = device_memory::instance();
  const auto next = [&] { return static_cast<std::byte*>(memory.allocate(bytes, caller)); };
  // The first place that is free is taken: what lies before the last one must not be free.
  std::vector<std::byte*> fillers;
  std::byte* place = next();
  for (; place != nullptr && place <= last_mapped; place = next())
    fillers.push_back(place);
  for (std::byte* each : fillers) {
    memory.name(each, "memory of an earlier map"); // who still uses it reads this name
    memory.free(each, caller);
  }
  if (place != nullptr)
    last_mapped = place;
  return place;
}

} // namespace cudalab::emulator
