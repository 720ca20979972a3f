// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Events: marks in streams, with the time at which the device reached them. Under device_queue's
/// lock.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/call_path.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

struct capture;
struct empty_wait;
class shared_event;

/// An event of a device, which other processes may open. @return null: the system gives no memory
std::shared_ptr<shared_event> make_shared_event(int device);

/// One cudaEventRecord. A later one of the same event does not change what waits for this one.
struct event_mark {
  operation_handle at;
  std::chrono::steady_clock::time_point when; ///< valid when `at` is done
  const void* called_at = nullptr;            ///< code address of the call
  stream_identity stream = {};                ///< in which it was recorded
};

/// Events that cudaEventCreate made and that are not destroyed.
inline std::set<cudaEvent_t>& events() {
  static auto& all = *new std::set<cudaEvent_t>;
  return all;
}

inline bool is_event(cudaEvent_t event) {
  return events().count(event) != 0;
}

} // namespace cudalab::emulator

struct CUevent_st {
  bool timed = true;
  std::shared_ptr<cudalab::emulator::event_mark> recorded; ///< null: never, or in a capture
  std::shared_ptr<cudalab::emulator::capture> recording;   ///< it was last recorded in; or null
  std::vector<std::size_t> recorded_after = {};
  const void* made_by = nullptr;            ///< code address of the call
  cudalab::emulator::call_path behind = {}; ///< that call
  /// For it, before it was ever recorded.
  std::vector<std::shared_ptr<cudalab::emulator::empty_wait>> empty_waits = {};
  int device = 0;
  bool by_kernel = false;                                       ///< a kernel made it
  bool by_driver = false;                                       ///< a call of the driver API did
  std::shared_ptr<cudalab::emulator::shared_event> shared = {}; ///< with other processes; or null
  std::uint64_t recorded_here = 0; ///< of its records the last one that this process has made
};

namespace cudalab::emulator {

/// The event's last record, where another process has made it; 0: this one has, or nobody.
std::uint64_t record_of_others(const CUevent_st& event);
/// What other processes may have waited for: the events' records by this one. So a record of
/// theirs may come after it.
operation_handles marks_for_others();

} // namespace cudalab::emulator
