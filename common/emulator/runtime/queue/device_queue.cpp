// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/device_queue.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <thread>
#include <utility>

#include <pthread.h>

#include "emulator/runtime/active_observers.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/kernel_output.h"
#include "emulator/runtime/queue/recorded_work.h"
#include "emulator/runtime/queue/virtual_time.h"

namespace cudalab::emulator {

namespace {
constinit std::atomic<bool> behind = false;
thread_local stream_identity in_hand;
} // namespace

const stream_identity& stream_in_hand() {
  return in_hand;
}

bool host_is_behind() {
  return behind.load(std::memory_order_acquire);
}

void device_queue::note_host_caught_up() {
  if (order_.host_knows_all())
    behind = false;
}

namespace {

device_queue* watched = nullptr; ///< made once, never destroyed
bool forked = false;

void at_exit() {
  if (forked || on_device_thread() || current_block != nullptr)
    return; // the threads are not there; or one of them would wait for itself
  const bool somebody_watches = !active_observers().empty();
  std::unique_lock lock(watched->mutex());
  if (somebody_watches)
    watched->wait_until_idle(lock);
  watched->stop();
  lose_kernel_output();
}

void before_fork() {
  watched->mutex().lock();
}
void after_fork() {
  watched->mutex().unlock();
}
void in_child() {
  watched->lose_everything();
  watched->mutex().unlock();
  forked = true;
  make_sticky(cudaErrorInitializationError);
}

/// At exit: what observers watch is finished, so that its mistakes are found; other work that has
/// not begun is lost, as on a GPU. In a forked child: every call fails with
/// cudaErrorInitializationError, as CUDA has it.
void watch_process_end(device_queue& queue) {
  watched = &queue;
  std::atexit(at_exit);
  pthread_atfork(before_fork, after_fork, in_child);
}

} // namespace

device_queue& device_queue::instance() {
  // Never destroyed: its threads run until the process ends.
  static device_queue& queue = *new device_queue;
  return queue;
}

device_queue::device_queue() {
  std::thread([this] { work_on_device(); }).detach();
  watch_process_end(*this);
}

std::vector<operation_number> device_queue::wait_for(const operation_handle& made,
                                                     const operation_handles& predecessors) {
  std::vector<operation_number> before;
  for (const operation_handle& each : predecessors) {
    if (each == nullptr)
      continue;
    before.push_back(each->number);
    let_wait(made, each);
  }
  return before;
}

void device_queue::let_wait(const operation_handle& second, const operation_handle& first) {
  if (!first->done) {
    first->followers.push_back(second);
    ++second->awaited;
  } else {
    second->begins_at = std::max(second->begins_at, first->ends_at);
  }
}

operation_handle device_queue::add(operation work, unsigned timeline, int priority,
                                   const operation_handles& predecessors,
                                   const std::vector<unsigned>& whole) {
  const auto made = std::make_shared<queued_operation>();
  if (!work.of_graph)
    virtual_now.host_computes(virtual_cost::submission);
  made->begins_at = virtual_now.host();
  const std::vector<operation_number> before = wait_for(made, predecessors);
  made->work = std::move(work);
  made->priority = priority;
  made->number = order_.add(timeline, before, whole);
  record_operation(made->number, made->work, before);
  enter(made);
  return made;
}

operation_handle device_queue::add_inside(operation work, unsigned timeline, std::uint64_t place,
                                          int priority, const operation_handles& predecessors,
                                          const std::vector<unsigned>& whole) {
  const auto made = std::make_shared<queued_operation>();
  const std::vector<operation_number> before = wait_for(made, predecessors);
  made->work = std::move(work);
  made->priority = priority;
  made->number = order_.add_inside(timeline, place, before, whole);
  enter(made);
  return made;
}

void device_queue::enter(const operation_handle& made) {
  if (const operation_handle before = std::exchange(made->work.done_before, nullptr))
    let_wait(made, before);
  if (!made->work.uses.empty() || made->work.kind == work_kind::host_function)
    the_program_observer().submitted(made->number, made->work);
  behind = true;
  ++pending_;
  if (made->awaited == 0)
    make_ready(made);
}

void device_queue::make_ready(const operation_handle& next) {
  if (!next->work.perform) {
    end(next);
  } else if (next->work.on_host) {
    if (!host_thread_runs_) {
      host_thread_runs_ = true;
      std::thread([this] { work_on_host(); }).detach();
    }
    host_ready_.push_back(next);
    host_work_.notify_one();
  } else {
    ready_.insert(next);
    if (device_idle_)
      device_work_.notify_one();
  }
}

void device_queue::end(const operation_handle& gone) {
  gone->done = true;
  if (virtual_now.runs())
    gone->ends_at = gone->begins_at + gone->work.lasts;
  order_.finished(gone->number);
  --pending_;
  for (const operation_handle& each : std::exchange(gone->followers, {})) {
    each->begins_at = std::max(each->begins_at, gone->ends_at);
    if (--each->awaited == 0)
      make_ready(each);
  }
  if (waiting_ != 0)
    ended_.notify_all();
}

void device_queue::perform(std::unique_lock<std::mutex>& lock, const operation_handle& next) {
  ++performing_;
  lock.unlock();
  in_hand = next->work.stream;
  if (!next->work.on_host)
    virtual_now.device_begins(next->begins_at);
  if (device_error() == cudaSuccess || next->work.even_after_errors) {
    if (!next->work.uses.empty())
      for (const auto& observer : active_observers())
        observer->transfer_begins(next->number, next->work);
    next->work.perform(next->number);
  }
  if (!next->work.on_host)
    next->work.lasts += virtual_now.device_took();
  next->work.perform = nullptr; // a kernel's arguments may have destructors: not under the lock
  lock.lock();
  --performing_;
  end(next);
}

void device_queue::work_on_device() {
  const device_thread_scope scope;
  std::unique_lock lock(mutex_);
  for (;;) {
    device_idle_ = true;
    device_work_.wait(lock, [this] { return !ready_.empty() && !stopped_; });
    device_idle_ = false;
    const operation_handle next = *ready_.begin();
    ready_.erase(ready_.begin());
    perform(lock, next);
  }
}

void device_queue::work_on_host() {
  const device_thread_scope scope;
  std::unique_lock lock(mutex_);
  for (;;) {
    host_work_.wait(lock, [this] { return !host_ready_.empty() && !stopped_; });
    const operation_handle next = host_ready_.front();
    host_ready_.pop_front();
    perform(lock, next);
  }
}

void device_queue::wait(std::unique_lock<std::mutex>& lock, const operation_handles& all) {
  ++waiting_;
  ended_.wait(lock, [&] {
    return std::all_of(all.begin(), all.end(),
                       [](const operation_handle& each) { return each == nullptr || each->done; });
  });
  --waiting_;
}

std::chrono::nanoseconds device_queue::virtual_end(const operation_handles& all) {
  std::chrono::nanoseconds last{0};
  for (const operation_handle& each : all)
    if (each != nullptr)
      last = std::max(last, each->ends_at);
  return last;
}

void device_queue::wait_for_room(std::unique_lock<std::mutex>& lock) {
  ++waiting_;
  ended_.wait(lock, [this] { return pending_ < most_pending; });
  --waiting_;
}

void device_queue::wait_until_idle(std::unique_lock<std::mutex>& lock) {
  ++waiting_;
  ended_.wait(lock, [this] { return pending_ == 0 || (stopped_ && performing_ == 0); });
  --waiting_;
}

} // namespace cudalab::emulator
