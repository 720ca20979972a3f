// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/host/leaks.h"

#include <functional>
#include <map>

#include <fmt/format.h>

#include "emulator/observe/findings/finding_log.h"
#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/host/host_allocations.h"
#include "emulator/observe/host/static_holders.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/nccl/communicator.h"
#include "emulator/runtime/number_words.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator {

namespace {

/// Who made it.
struct maker {
  const void* call = nullptr;
  call_path behind = {};
  std::string frees = {};  ///< the call that does
  std::string holder = {}; ///< what static_holders says; empty: nothing
  bool in_kernel = false;  ///< the call
  auto operator<=>(const maker&) const = default;
};

struct amount {
  std::uint64_t count = 0, bytes = 0;
};

using amounts = std::map<maker, amount>;

finding leaked(const char* action, const maker& by, std::uint64_t count) {
  finding found;
  found.kind = finding_kind::leak;
  found.count = count;
  found.needed_call = by.frees;
  found.holder = by.holder;
  found.parties = {{.action = action,
                    .thread = {},
                    .block = {},
                    .place = own_line_of(by.call, by.behind),
                    .on_host = !by.in_kernel,
                    .thread_known = !by.in_kernel}};
  return found;
}

/// "2 streams in all, when a launch failed"
std::string in_all(const std::string& what, const std::string& when) {
  return what + " in all" + (when.empty() ? "" : ", " + when);
}

/// How the call, or the program, has ended.
struct ending {
  leak_deadline deadline;
  const std::string& when; ///< as for leaks::tell()
  const std::optional<early_ending>& early;
};

void tell_all(const amounts& all, const ending& how,
              const std::function<finding(const maker&, const amount&)>& of) {
  for (const auto& [by, much] : all) {
    finding found = of(by, much);
    const bool early = how.when.empty() && how.early && how.early->lines_before.count(by.call) == 0;
    if (early && how.early->by == early_end::exception)
      found.why = finding_case::left_by_exception;
    else if (found.why == finding_case::plain && how.deadline == leak_deadline::end_of_call)
      found.why = how.when.empty() && !early ? finding_case::left_by_call
                                             : finding_case::left_by_failed_call;
    found.detail = in_all(found.detail, early ? how.early->when : how.when);
    finding_log::instance().add(std::move(found));
  }
}

void tell_objects(const char* what, const amounts& all, const ending& how) {
  tell_all(all, how, [what](const maker& by, const amount& much) {
    finding found = leaked("creates it", by, much.count);
    found.variable = found.element = what;
    found.detail = counted(much.count, what);
    return found;
  });
}

template <class Handles>
amounts those_since(const Handles& before, const Handles& now, const char* frees) {
  amounts made;
  for (const auto& [handle, caller] : now)
    if (before.count(handle) == 0)
      ++made[{.call = caller, .frees = frees}].count;
  return made;
}

const char* who_frees_of_driver(const allocation& one) {
  if (is_mapped(one))
    return "cuMemUnmap";
  return one.kind == memory_kind::pinned       ? "cuMemFreeHost"
         : one.kind == memory_kind::registered ? "cuMemHostUnregister"
         : one.kind == memory_kind::device && (one.flags & stream_ordered) != 0 ? "cuMemFreeAsync"
                                                                                : "cuMemFree";
}

const char* who_frees(const allocation& one) {
  if (is_of_other_process(one))
    return one.by_driver ? "cuIpcCloseMemHandle" : "cudaIpcCloseMemHandle";
  if (one.by_driver)
    return who_frees_of_driver(one);
  return one.kind == memory_kind::pinned       ? "cudaFreeHost"
         : one.kind == memory_kind::registered ? "cudaHostUnregister"
         : one.kind == memory_kind::device && (one.flags & stream_ordered) != 0
             ? "cudaFreeAsync" // cudaFree may as well, and waits
             : "cudaFree";
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
  user_objects_ = user_objects_held();
  communicators_ = nccl::held_communicators();
  early_.reset();
}

void leaks::early_from_here(early_end by, const std::string& when) {
  early_ending begun{by, when, {}};
  for (const allocation& one : device_memory::instance().live())
    if (memory_.count(one.begin) == 0)
      begun.lines_before.insert(one.made_by);
  for (const auto& [memory, one] : live_host_allocations())
    begun.lines_before.insert(one.made_by);
  {
    const std::lock_guard lock(device_queue::instance().mutex());
    for (const CUstream_st* const each : streams_not_destroyed())
      if (each->identity.order > streams_)
        begun.lines_before.insert(each->identity.made_at);
    for (const cudaEvent_t each : events())
      if (events_.count(each) == 0)
        begun.lines_before.insert(each->made_by);
    for (const amounts& some : {those_since(graphs_, graphs_held(), ""),
                                those_since(executable_graphs_, executable_graphs_held(), "")})
      for (const auto& [maker, much] : some)
        begun.lines_before.insert(maker.call);
  }
  early_ = std::move(begun);
}

void leaks::tell(leak_deadline deadline, const std::string& when) const {
  const static_holders holders;
  amounts of_streams, of_events, of_graphs, of_executable_graphs, of_user_objects;
  {
    const std::lock_guard lock(device_queue::instance().mutex());
    for (const CUstream_st* const each : streams_not_destroyed())
      if (each->identity.order > streams_)
        ++of_streams[{.call = each->identity.made_at,
                      .frees = each->identity.by_driver ? "cuStreamDestroy" : "cudaStreamDestroy",
                      .holder = holders.of(each, 1),
                      .in_kernel = each->identity.by_kernel}]
              .count;
    for (const cudaEvent_t each : events())
      if (events_.count(each) == 0)
        ++of_events[{each->made_by, each->behind,
                     each->by_driver ? "cuEventDestroy" : "cudaEventDestroy", holders.of(each, 1),
                     each->by_kernel}]
              .count;
    of_graphs = those_since(graphs_, graphs_held(), "cudaGraphDestroy");
    of_executable_graphs =
        those_since(executable_graphs_, executable_graphs_held(), "cudaGraphExecDestroy");
    of_user_objects = those_since(user_objects_, user_objects_held(), "cudaUserObjectRelease");
  }
  const ending how{deadline, when, early_};
  tell_objects("stream", of_streams, how);
  tell_objects("event", of_events, how);
  tell_objects("graph", of_graphs, how);
  tell_objects("executable graph", of_executable_graphs, how);
  tell_objects("user object", of_user_objects, how);
  tell_objects("communicator",
               those_since(communicators_, nccl::held_communicators(), "ncclCommDestroy"), how);
  tell_memory(deadline, when);
  tell_host_memory(when);
}

void leaks::tell_memory(leak_deadline deadline, const std::string& when) const {
  const static_holders holders;
  amounts left;
  for (const allocation& one : device_memory::instance().live())
    if (one.made_by != nullptr && memory_.count(one.begin) == 0) {
      amount& much = left[{one.made_by, one.behind, who_frees(one),
                           holders.of(one.content, one.bytes), is_of_kernel(one)}];
      ++much.count;
      much.bytes += one.bytes;
    }
  tell_all(left, {deadline, when, early_}, [](const maker& by, const amount& much) {
    finding found = leaked("allocates it", by, much.count);
    found.detail =
        fmt::format("{} of {}", counted(much.count, "allocation"), counted(much.bytes, "byte"));
    return found;
  });
}

void leaks::tell_host_memory(const std::string& when) const {
  amounts left;
  for (const auto& [begin, one] : end_host_allocations()) {
    amount& much = left[{.call = one.made_by}];
    ++much.count;
    much.bytes += one.bytes;
  }
  tell_all(
      left, {leak_deadline::end_of_call, when, early_}, [](const maker& by, const amount& much) {
        finding found = leaked("allocates it", by, much.count);
        found.why = finding_case::of_host_memory;
        found.detail = fmt::format("{} of {} of host memory", counted(much.count, "allocation"),
                                   counted(much.bytes, "byte"));
        return found;
      });
}

} // namespace cudalab::emulator
