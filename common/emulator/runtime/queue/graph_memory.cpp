// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/graph_memory.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

struct graph_memories {
  std::mutex mutex;
  std::map<const void*, std::weak_ptr<graph_memory>> all;

  static graph_memories& instance() {
    static auto& only = *new graph_memories;
    return only;
  }
};

graph_blocks& blocks() {
  static auto& all = *new graph_blocks;
  return all;
}

} // namespace

std::shared_ptr<graph_memory> graph_memory::make(std::size_t bytes, int device, const void* caller,
                                                 bool by_node) {
  const unsigned flags = by_node ? stream_ordered | of_graph_node : stream_ordered;
  void* const place = device_memory::instance().plan(bytes, caller, flags, device);
  if (place == nullptr)
    return nullptr;
  const std::shared_ptr<graph_memory> made(
      new graph_memory(static_cast<std::byte*>(place), bytes, device));
  graph_memories& known = graph_memories::instance();
  const std::lock_guard lock(known.mutex);
  known.all[place] = made;
  return made;
}

graph_memory::~graph_memory() {
  graph_memories& known = graph_memories::instance();
  {
    const std::lock_guard lock(known.mutex);
    known.all.erase(begin);
  }
  device_memory::instance().end_plan(begin);
}

std::shared_ptr<graph_memory> graph_memory_at(const void* begin) {
  graph_memories& known = graph_memories::instance();
  const std::lock_guard lock(known.mutex);
  const auto found = known.all.find(begin);
  return found == known.all.end() ? nullptr : found->second.lock();
}

void graph_memory::note_launched(const operation_handle& allocates) {
  allocated = allocates;
  freed = nullptr;
  free_asked_by = nullptr;
  kept_ = shared_from_this();
  device_memory::instance().expect_planned(begin, true);
}

void graph_memory::note_freed(const void* caller) {
  free_asked_by = caller;
  device_memory::instance().expect_planned(begin, false);
  kept_ = nullptr;
}

void graph_memory::note_free_submitted(const operation_handle& frees) {
  if (frees == nullptr) {
    free_asked_by = nullptr;
    device_memory::instance().expect_planned(begin, true);
    kept_ = shared_from_this();
    return;
  }
  freed = frees;
  block->held = false;
  block->last = frees;
  block = nullptr;
  count_blocks();
}

void note_gone(const void* begin) {
  const std::shared_ptr<graph_memory> memory = graph_memory_at(begin);
  const auto lock = locked_queue();
  if (memory == nullptr || !memory->outstanding())
    return;
  const auto done = std::make_shared<queued_operation>();
  done->done = true;
  memory->note_freed(nullptr);
  memory->note_free_submitted(done);
}

operation allocating_operation(const std::shared_ptr<graph_memory>& memory, const char* name,
                               const void* caller) {
  return {
      .name = name,
      .perform =
          [memory](operation_number) { device_memory::instance().begin_planned(memory->begin); },
      .called_at = caller,
      .uses = {{memory->begin, memory->bytes, true}},
      .effect = memory_effect::allocates,
      .device = memory->device};
}

operation freeing_operation(const std::shared_ptr<graph_memory>& memory, const char* name,
                            const void* caller) {
  return {.name = name,
          .perform =
              [memory, caller](operation_number number) {
                device_memory::instance().free(memory->begin, caller, memory_kind::device, number);
              },
          .called_at = caller,
          .uses = {{memory->begin, memory->bytes, true}},
          .effect = memory_effect::frees,
          .device = memory->device};
}

cudaError_t begin_call_that_frees(graph_memory& memory, const void* caller) {
  const void* first = nullptr;
  {
    const auto lock = locked_queue();
    if (memory.outstanding()) {
      memory.note_freed(caller);
      return cudaSuccess;
    }
    first = memory.free_asked_by;
  }
  const auto found = device_memory::instance().find(memory.begin);
  if (first != nullptr && found)
    the_program_observer().freed_twice(*found, first, caller);
  else
    the_program_observer().free_refused(memory.begin, caller);
  return cudaErrorInvalidValue;
}

std::shared_ptr<graph_block> take_block(std::size_t bytes, int device,
                                        const operation_handle& allocates) {
  const operation_order& order = device_queue::instance().order();
  const auto is_free = [&](const graph_block& one) {
    return one.device == device && one.bytes >= bytes && !one.held &&
           (one.last == nullptr || order.before(one.last->number, allocates->number));
  };
  std::shared_ptr<graph_block> best;
  for (const auto& each : blocks())
    if (is_free(*each) && (best == nullptr || each->bytes < best->bytes))
      best = each;
  if (best == nullptr) {
    best = std::make_shared<graph_block>(graph_block{bytes, device, false, nullptr});
    blocks().push_back(best);
  }
  best->held = true;
  return best;
}

graph_memory_sums& graph_memory_of(int device) {
  static auto& all = *new std::array<graph_memory_sums, most_devices>;
  return all[static_cast<std::size_t>(device)];
}

void count_blocks() {
  for (int device = 0; device < most_devices; ++device) {
    graph_memory_sums& sums = graph_memory_of(device);
    sums.used = sums.reserved = 0;
    for (const auto& each : blocks())
      if (each->device == device) {
        sums.reserved += each->bytes;
        if (each->held || each.use_count() > 1) // an executable graph has it
          sums.used += each->bytes;
      }
    sums.used_most = std::max(sums.used_most, sums.used);
    sums.reserved_most = std::max(sums.reserved_most, sums.reserved);
  }
}

void trim_blocks(int device) {
  std::erase_if(blocks(), [&](const auto& each) {
    return each->device == device && !each->held && host_has_waited_for({each->last});
  });
  count_blocks();
}

} // namespace cudalab::emulator
