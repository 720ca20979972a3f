// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Operations that wait for others, and the OS threads that perform them: one for the device's
/// work, one for host functions (which may block, and must not hold up the device).
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "emulator/runtime/queue/operation.h"
#include "emulator/runtime/queue/operation_order.h"

namespace cudalab::emulator {

/// An operation in the queue. Its members are guarded by device_queue::mutex().
struct queued_operation {
  operation work;
  operation_number number = 0;
  int priority = 0;        ///< smaller goes first, among those that may
  std::size_t awaited = 0; ///< predecessors that have not ended
  std::vector<std::shared_ptr<queued_operation>> followers;
  bool done = false;
  // The host has asked: whether it has ended; for the time until then.
  bool asked_about = false, asked_for_time = false;
  std::chrono::nanoseconds begins_at{0}, ends_at{0}; ///< on the virtual clock; 0: not on it
};
using operation_handle = std::shared_ptr<queued_operation>; ///< null: nothing to wait for
using operation_handles = std::vector<operation_handle>;

class device_queue {
public:
  /// Made, with its threads, at the first use.
  static device_queue& instance();

  /// Guards streams, events and all that is here. The functions below want it locked.
  std::mutex& mutex() { return mutex_; }
  operation_order& order() { return order_; }

  /// @param whole timelines, as for operation_order::add()
  operation_handle add(operation work, unsigned timeline, int priority,
                       const operation_handles& predecessors,
                       const std::vector<unsigned>& whole = {});
  /// For an operation in hand, which adds what comes after it and before one that waits already.
  operation_handle add_inside(operation work, unsigned timeline, std::uint64_t place, int priority,
                              const operation_handles& predecessors,
                              const std::vector<unsigned>& whole = {});
  /// The second one waits for the first, too. @pre it waits for another one still
  static void let_wait(const operation_handle& second, const operation_handle& first);

  /// Until all have ended. Does not say that the host knows.
  void wait(std::unique_lock<std::mutex>& lock, const operation_handles& all);
  /// The end of the last one on the virtual clock. All must have ended.
  static std::chrono::nanoseconds virtual_end(const operation_handles& all);
  /// Until there is room for more. CUDA, too, lets a launch wait when very many are pending.
  void wait_for_room(std::unique_lock<std::mutex>& lock);
  /// Until nothing is pending, or until what is in hand has ended when no more will begin.
  void wait_until_idle(std::unique_lock<std::mutex>& lock);

  /// After the host has waited for something.
  void note_host_caught_up();

  /// Begin nothing more. For the end of the process.
  void stop() { stopped_ = true; }
  /// In a forked child, which has none of the threads.
  void lose_everything() { pending_ = performing_ = 0; }

private:
  struct by_urgency {
    bool operator()(const operation_handle& a, const operation_handle& b) const {
      return a->priority != b->priority ? a->priority < b->priority : a->number < b->number;
    }
  };

  device_queue();
  void work_on_device();
  void work_on_host();
  void perform(std::unique_lock<std::mutex>& lock, const operation_handle& next);
  /// What the operation waits for. @return their numbers
  static std::vector<operation_number> wait_for(const operation_handle& made,
                                                const operation_handles& predecessors);
  void enter(const operation_handle& made);
  void make_ready(const operation_handle& next);
  void end(const operation_handle& gone);

  static constexpr std::size_t most_pending = 1024;

  std::mutex mutex_;
  std::condition_variable device_work_, host_work_, ended_;
  std::set<operation_handle, by_urgency> ready_;
  std::deque<operation_handle> host_ready_;
  operation_order order_;
  std::size_t pending_ = 0;
  std::size_t waiting_ = 0;    ///< threads that wait for an end
  std::size_t performing_ = 0; ///< operations in hand
  bool device_idle_ = false;
  bool host_thread_runs_ = false;
  bool stopped_ = false;
};

/// For as long as a function of the API looks at streams and events, or changes them.
inline std::unique_lock<std::mutex> locked_queue() {
  return std::unique_lock(device_queue::instance().mutex());
}

/// The stream of the operation that this OS thread performs.
const stream_identity& stream_in_hand();

/// Whether there is an operation that the program has not waited for.
bool host_is_behind();

} // namespace cudalab::emulator
