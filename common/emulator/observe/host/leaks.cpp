// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/leaks.h"

#include <map>

#include <fmt/format.h>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/host/host_allocations.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/nccl/communicator.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator {

namespace {

using counts = std::map<const void*, std::uint64_t>; ///< by who made them

finding leaked(const char* action, const void* caller, std::uint64_t count) {
  finding found;
  found.kind = finding_kind::leak;
  found.count = count;
  found.parties = {
      {.action = action, .thread = {}, .block = {}, .place = place_of(caller), .on_host = true}};
  return found;
}

/// "2 streams in all, when a launch failed"
std::string in_all(const std::string& what, const std::string& when) {
  return what + " in all" + (when.empty() ? "" : ", " + when);
}

void tell_objects(const char* what, const counts& by_caller, const std::string& when) {
  for (const auto& [caller, count] : by_caller) {
    finding found = leaked("creates it", caller, count);
    found.variable = found.element = what;
    found.detail = in_all(counted(count, what), when);
    finding_log::instance().add(std::move(found));
  }
}

template <class Handles>
counts those_since(const Handles& before, const Handles& now) {
  counts by_caller;
  for (const auto& [handle, caller] : now)
    if (before.count(handle) == 0)
      ++by_caller[caller];
  return by_caller;
}

} // namespace

leaks& leaks::instance() {
  static auto& only = *new leaks;
  return only;
}

void leaks::count_from_here() {
  memory_.clear();
  for (const allocation& one : device_memory::instance().live())
    memory_.insert(one.begin);
  const std::lock_guard lock(device_queue::instance().mutex());
  streams_ = streams_made();
  events_ = events();
  graphs_ = graphs_held();
  executable_graphs_ = executable_graphs_held();
  communicators_ = nccl::held_communicators();
}

void leaks::tell(const std::string& when) const {
  counts of_streams, of_events, of_graphs, of_executable_graphs;
  {
    const std::lock_guard lock(device_queue::instance().mutex());
    for (const stream_identity& each : streams_not_destroyed())
      if (each.order > streams_)
        ++of_streams[each.made_at];
    for (const cudaEvent_t each : events())
      if (events_.count(each) == 0)
        ++of_events[each->made_by];
    of_graphs = those_since(graphs_, graphs_held());
    of_executable_graphs = those_since(executable_graphs_, executable_graphs_held());
  }
  tell_objects("stream", of_streams, when);
  tell_objects("event", of_events, when);
  tell_objects("graph", of_graphs, when);
  tell_objects("executable graph", of_executable_graphs, when);
  tell_objects("communicator", those_since(communicators_, nccl::held_communicators()), when);
  tell_memory(when);
  tell_host_memory(when);
}

void leaks::tell_memory(const std::string& when) const {
  counts allocations, bytes;
  for (const allocation& one : device_memory::instance().live())
    if (one.made_by != nullptr && memory_.count(one.begin) == 0) {
      ++allocations[one.made_by];
      bytes[one.made_by] += one.bytes;
    }
  for (const auto& [caller, count] : allocations) {
    finding found = leaked("allocates it", caller, count);
    found.detail = in_all(
        fmt::format("{} of {}", counted(count, "allocation"), counted(bytes[caller], "byte")),
        when);
    finding_log::instance().add(std::move(found));
  }
}

void leaks::tell_host_memory(const std::string& when) {
  counts allocations, bytes;
  for (const auto& [begin, one] : end_host_allocations()) {
    ++allocations[one.made_by];
    bytes[one.made_by] += one.bytes;
  }
  for (const auto& [caller, count] : allocations) {
    finding found = leaked("allocates it", caller, count);
    found.why = finding_case::of_host_memory;
    found.detail = in_all(fmt::format("{} of {} of host memory", counted(count, "allocation"),
                                      counted(bytes[caller], "byte")),
                          when);
    finding_log::instance().add(std::move(found));
  }
}

} // namespace cudalab::emulator
