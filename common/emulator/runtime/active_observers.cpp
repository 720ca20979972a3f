// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/active_observers.h"

#include <utility>

#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

constinit std::atomic<unsigned> observer_generation{1};

namespace {

observer_list active;
void (*complete_list)(block_observer_list&) = nullptr;

struct own_observers {
  block_observer_list list;
  unsigned generation = 0; ///< the observer_generation that it was made for
};

} // namespace

void set_observers(observer_list observers, void (*complete)(block_observer_list&)) {
  active = std::move(observers);
  complete_list = complete;
  remake_block_observers();
}

// Asked for once a launch.
const observer_list& active_observers() {
  the_program_observer().observers_are_needed();
  return active;
}

const block_observer_list& block_observers() {
  thread_local own_observers mine;
  if (const unsigned now = observer_generation.load(std::memory_order_acquire);
      mine.generation != now) {
    mine.list.clear();
    for (const auto& each : active)
      mine.list.push_back(each->watch_blocks());
    if (complete_list != nullptr)
      complete_list(mine.list);
    mine.generation = now;
  }
  return mine.list;
}

void remake_block_observers() {
  observer_generation.fetch_add(1, std::memory_order_release);
}

} // namespace cudalab::emulator
