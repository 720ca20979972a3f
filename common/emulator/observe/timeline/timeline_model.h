// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a program's order of operations to times, and their words: emulator/timeline.h says by
/// which model.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "emulator/runtime/queue/recorded_work.h"
#include "emulator/timeline.h"

namespace cudalab::emulator {

/// An operation on an engine. Times in microseconds, from the first one's hand-over on.
struct timeline_operation {
  std::string name;    ///< the kernel, or the call
  unsigned stream = 0; ///< 0: a default stream; 1, 2, ... by their first operation
  timeline_engine engine = timeline_engine::none;
  int device = 0;        ///< whose engine it is
  int from_device = -1;  ///< of a copy between devices, which takes its engine for copies out, too
  std::size_t bytes = 0; ///< that it moves
  bool pageable = false;
  double handed_over = 0, begin = 0, end = 0;
  timeline_reason reason = timeline_reason::engine;
  std::string waited_in; ///< host_wait: the call
  int waited_for = -1;   ///< the operation that it waited for, by its place; -1: none
  /// default_stream: what of that stream stands between the two, or is one of them: the kernel, or
  /// the call.
  std::string by_default;
  bool by_default_launch = false;
};

struct timeline {
  /// The host stood still, in this call.
  struct host_wait {
    std::string call;
    double begin = 0, end = 0;
  };

  std::vector<timeline_operation> operations;  ///< in the order in which they were handed over
  std::vector<host_wait> waits;                ///< but for those of pageable memory
  double makespan = 0;                         ///< from the first hand-over to the last end
  double work_begins = 0;                      ///< as in timeline_summary
  std::array<double, timeline_engines> busy{}; ///< each engine's operations, added up
  std::vector<std::array<double, timeline_engines>> device_busy; ///< of each device that did any
  double one_stream = 0; ///< all operations one after the other
  /// No order is quicker: the busiest engine's time, and what must come before its first operation
  /// and after its last one.
  double bound = 0;
};

timeline timeline_of(const work_record& record, const timeline_costs& costs);

timeline_engine engine_of(work_kind kind);
/// Whether the operation takes this engine of this device.
bool occupies(const timeline_operation& one, std::size_t device, timeline_engine engine);

std::vector<operation_seen> operations_of(const work_record& record);

/// As text: timeline_summary says how.
std::string picture_of(const timeline& all, std::size_t columns = 56);

/// What keeps the busiest engine idle most, in words, and what to do about it. Both are empty where
/// it is never idle between its first operation and its last.
struct timeline_advice {
  std::string what, next;
  timeline_reason reason = timeline_reason::engine;
  double lost = 0;                      ///< microseconds
  std::size_t waiting = 0, awaited = 0; ///< as in timeline_summary
};
timeline_advice advice_on(const timeline& all);

timeline_summary summary_of(const timeline& all);

} // namespace cudalab::emulator
