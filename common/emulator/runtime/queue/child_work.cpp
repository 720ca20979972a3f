// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/child_work.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

namespace cudalab::emulator {

namespace {

/// Of one kernel, in the order in which its threads handed it over.
struct child_work {
  std::vector<operation> now;
  std::vector<operation> last; ///< in cudaStreamTailLaunch

  /// What is handed over into one stream, or by one block.
  struct timeline {
    std::uint64_t number = 0, turns = 0;
    std::shared_ptr<const child_place::extent> after; ///< of what is handed over next
  };
  using timeline_key = std::pair<child_place::queue, std::uint64_t>;
  std::map<timeline_key, timeline> timelines;
  std::uint64_t timelines_made = 0;
  std::map<cudaEvent_t, child_place::extent> recorded; ///< how far each event reaches

  timeline& timeline_of(const timeline_key& key) {
    timeline& found = timelines[key];
    if (found.number == 0)
      found.number = ++timelines_made;
    return found;
  }
};

std::mutex mutex;
child_work of_this_kernel; ///< blocks of one kernel run at a time

std::shared_ptr<const child_place> child_at_work; ///< of the device's thread

/// Into what a thread of the kernel hands work over.
struct child_target {
  child_work::timeline_key key;
  stream_identity stream = {};
};

child_target target_of(cudaStream_t stream) {
  if (stream == cudaStreamTailLaunch)
    return {{child_place::queue::tail, 0}};
  if (stream == cudaStreamFireAndForget)
    return {{child_place::queue::fire_and_forget, 0}};
  if (is_default_stream(stream))
    return {{child_place::queue::of_block, current_block->linear}};
  const std::lock_guard lock(device_queue::instance().mutex());
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return {{child_place::queue::named, ~std::uint64_t{0}}};
  return {{child_place::queue::named, found->id}, found->identity};
}

/// Its place among what the kernel at hand has handed over. @pre mutex is locked
std::shared_ptr<const child_place> next_place(const child_target& target) {
  auto made = std::make_shared<child_place>();
  const launch_record& launch = *current_block->launch;
  made->parent = launch.child;
  made->depth = launch.child == nullptr ? 1 : launch.child->depth + 1;
  made->where = target.key.first;
  made->kernel = launch.kernel;
  made->block = current_block->index;
  made->stream = target.stream;
  if (made->where == child_place::queue::fire_and_forget) { // each is on its own
    made->timeline = ++of_this_kernel.timelines_made;
    made->turn = 1;
    return made;
  }
  child_work::timeline& timeline = of_this_kernel.timeline_of(target.key);
  made->timeline = timeline.number;
  made->turn = ++timeline.turns;
  made->after = timeline.after;
  return made;
}

void join(child_place::extent& some, const child_place::extent& more) {
  for (const auto& [timeline, turn] : more) {
    std::uint64_t& reached = some[timeline];
    reached = std::max(reached, turn);
  }
}

child_work take() {
  const std::lock_guard lock(mutex);
  return std::exchange(of_this_kernel, {});
}

void perform(const operation& work, operation_number number) {
  if (device_error() != cudaSuccess)
    return;
  child_at_work = work.child;
  if (!work.uses.empty())
    for (const auto& observer : active_observers())
      observer->transfer_begins(number, work);
  if (work.perform)
    work.perform(number); // a kernel does its own child work
}

} // namespace

std::string refuses_child_work(cudaStream_t stream) {
  if (stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget ||
      is_default_stream(stream))
    return "";
  const std::lock_guard lock(device_queue::instance().mutex());
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return "there is no such stream, or it was destroyed";
  return found->identity.by_kernel
             ? ""
             : "the host has made the stream, and a kernel can use only streams of kernels";
}

bool child_work_is_pending() {
  const std::lock_guard lock(mutex);
  return !of_this_kernel.now.empty() || !of_this_kernel.last.empty();
}

cudaError_t add_child_work(cudaStream_t stream, operation work) {
  const bool is_last = stream == cudaStreamTailLaunch;
  if (const std::string why = refuses_child_work(stream); !why.empty()) {
    because(why);
    return cudaErrorInvalidResourceHandle;
  }
  const child_target target = target_of(stream);
  const std::lock_guard lock(mutex);
  work.child = next_place(target);
  (is_last ? of_this_kernel.last : of_this_kernel.now).push_back(std::move(work));
  return cudaSuccess;
}

void note_child_record(cudaEvent_t event, cudaStream_t stream) {
  const child_target target = target_of(stream);
  const std::lock_guard lock(mutex);
  const child_work::timeline& timeline = of_this_kernel.timeline_of(target.key);
  child_place::extent reached;
  if (timeline.after != nullptr)
    reached = *timeline.after;
  reached[timeline.number] = timeline.turns;
  of_this_kernel.recorded[event] = std::move(reached);
}

void note_child_wait(cudaStream_t stream, cudaEvent_t event) {
  const child_target target = target_of(stream);
  const std::lock_guard lock(mutex);
  const auto recorded = of_this_kernel.recorded.find(event);
  if (recorded == of_this_kernel.recorded.end())
    return;
  child_work::timeline& timeline = of_this_kernel.timeline_of(target.key);
  auto all = std::make_shared<child_place::extent>(recorded->second);
  if (timeline.after != nullptr)
    join(*all, *timeline.after);
  timeline.after = std::move(all);
}

const std::shared_ptr<const child_place>& child_in_hand() {
  return child_at_work;
}

void do_child_work(operation_number number) {
  const child_work work = take();
  for (const std::vector<operation>& some : {std::cref(work.now), std::cref(work.last)})
    for (const operation& each : some)
      perform(each, number);
  child_at_work = nullptr;
}

} // namespace cudalab::emulator
