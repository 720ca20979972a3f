// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/graph_condition.h"

#include <atomic>
#include <mutex>
#include <set>
#include <shared_mutex>

#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

struct known_conditions {
  std::shared_mutex mutex;
  std::set<cudaGraphConditionalHandle> handles;

  static known_conditions& instance() {
    static auto& only = *new known_conditions;
    return only;
  }
};

} // namespace

std::shared_ptr<graph_condition> graph_condition::make(unsigned at_launch, bool set_at_launch) {
  device_memory& memory = device_memory::instance();
  void* const place = memory.allocate(sizeof(unsigned), nullptr, memory_kind::device_heap);
  if (place == nullptr)
    return nullptr;
  memory.name(place, "the condition of a graph's node");
  const std::shared_ptr<graph_condition> made(
      new graph_condition(static_cast<unsigned*>(place), at_launch, set_at_launch));
  known_conditions& known = known_conditions::instance();
  const std::lock_guard lock(known.mutex);
  known.handles.insert(made->handle());
  return made;
}

graph_condition::~graph_condition() {
  known_conditions& known = known_conditions::instance();
  {
    const std::lock_guard lock(known.mutex);
    known.handles.erase(handle());
  }
  device_memory::instance().free(word_, nullptr, memory_kind::device_heap);
}

cudaGraphConditionalHandle graph_condition::handle() const {
  return reinterpret_cast<cudaGraphConditionalHandle>(word_);
}

unsigned graph_condition::value() const {
  return std::atomic_ref(*word_).load(std::memory_order_acquire);
}

void graph_condition::begin_launch() const {
  memory_listener* const listener = device_memory::instance().listener();
  std::atomic_ref(*word_).store(set_at_launch_ ? at_launch_ : 0, std::memory_order_release);
  if (listener == nullptr)
    return;
  if (set_at_launch_)
    listener->written(place(), sizeof *word_);
  else
    listener->forgotten(place(), sizeof *word_);
}

bool is_condition(cudaGraphConditionalHandle handle) {
  known_conditions& known = known_conditions::instance();
  const std::shared_lock lock(known.mutex);
  return known.handles.count(handle) != 0;
}

} // namespace cudalab::emulator
