// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/streams.h"

#include <algorithm>
#include <array>
#include <set>

#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/program_observer.h"

namespace cudalab::emulator {

namespace {

/// A destroyed stream's last operation, until the host knows that it has ended. That it has ended
/// is not enough: what comes after a stream's work is decided by what the program asked for.
struct leftover {
  operation_handle last;
  bool blocking;
  int device;
};

struct registry {
  std::array<CUstream_st, most_devices> legacy; ///< of each device
  std::set<CUstream_st*> made;                  ///< all others
  std::vector<leftover> leftovers;
  std::uint64_t ids = 2; ///< 1 is the legacy stream's
  unsigned made_by_program = 0;
  bool several = false;

  registry() {
    for (int device = 0; device < most_devices; ++device) {
      CUstream_st& each = legacy[static_cast<std::size_t>(device)];
      each.id = 1;
      each.identity.device = device;
    }
    legacy[0].timeline = device_queue::instance().order().open_timeline();
  }
};

/// Of all files of the program; emucc refuses to link both kinds.
bool per_thread_by_default = false;

registry& all() {
  static registry& only = *new registry;
  return only;
}

/// The default stream of an OS thread of the host; made when it is first used.
struct own_stream {
  CUstream_st* stream = nullptr;
  ~own_stream() {
    if (stream == nullptr)
      return;
    const std::lock_guard lock(device_queue::instance().mutex());
    destroy_stream(stream);
  }
};

CUstream_st* this_threads_stream() {
  static thread_local std::array<own_stream, most_devices> mine; // one on each device
  own_stream& here = mine[static_cast<std::size_t>(current_device())];
  if (here.stream == nullptr)
    here.stream = make_stream(true, least_priority, nullptr);
  return here.stream;
}

bool host_knows(const operation_handle& one) {
  return one->done && device_queue::instance().order().host_knows(one->number);
}

void drop_known_leftovers() {
  std::erase_if(all().leftovers, [](const leftover& one) { return host_knows(one.last); });
}

} // namespace

bool is_default_stream(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
}

CUstream_st* find_stream(cudaStream_t handle) {
  const bool of_thread = handle == nullptr && per_thread_by_default && current_block == nullptr;
  if (handle == cudaStreamPerThread || of_thread)
    return this_threads_stream();
  if (is_default_stream(handle))
    return &legacy_stream(current_device());
  return all().made.count(handle) != 0 ? handle : nullptr;
}

CUstream_st& legacy_stream(int device) {
  CUstream_st& found = all().legacy[static_cast<std::size_t>(device)];
  if (device != 0 && found.timeline == 0)
    found.timeline = device_queue::instance().order().open_timeline();
  return found;
}

bool is_legacy_stream(const CUstream_st& stream) {
  return &stream == &all().legacy[static_cast<std::size_t>(device_of(stream))];
}

cudaStream_t make_stream(bool blocking, int priority, const void* caller) {
  registry& streams = all();
  stream_identity identity =
      caller == nullptr
          ? stream_identity{.what = stream_identity::kind::of_thread}
          : stream_identity{stream_identity::kind::made, ++streams.made_by_program, caller};
  if (caller != nullptr)
    identity.behind =
        std::make_shared<const call_path>(the_program_observer().calls_behind(caller));
  identity.device = current_device();
  identity.blocking = blocking;
  identity.by_kernel = current_block != nullptr;
  identity.by_driver = driver_call::current() != nullptr;
  auto* const made = new CUstream_st{.blocking = blocking,
                                     .priority = priority,
                                     .timeline = device_queue::instance().order().open_timeline(),
                                     .id = streams.ids++,
                                     .identity = identity,
                                     .last = nullptr,
                                     .recording = nullptr,
                                     .recorded_after = {},
                                     .told_nodes = {},
                                     .told_edges = {},
                                     .empty_waits = {},
                                     .marked_waits = {}};
  streams.made.insert(made);
  streams.several = true;
  return made;
}

void destroy_stream(cudaStream_t stream) {
  registry& streams = all();
  drop_known_leftovers();
  if (stream->last != nullptr && !host_knows(stream->last))
    streams.leftovers.push_back({stream->last, stream->blocking, device_of(*stream)});
  device_queue::instance().order().close_timeline(stream->timeline);
  streams.made.erase(stream);
  delete stream;
}

unsigned streams_made() {
  return all().made_by_program;
}

std::vector<const CUstream_st*> streams_not_destroyed() {
  std::vector<const CUstream_st*> result;
  for (const CUstream_st* each : all().made)
    if (each->identity.what == stream_identity::kind::made)
      result.push_back(each);
  return result;
}

bool several_streams() {
  return all().several || device_count() > 1;
}

void note_several_timelines() {
  all().several = true;
}

operation_handles predecessors(const CUstream_st& stream) {
  const registry& streams = all();
  const int device = device_of(stream);
  operation_handles result{stream.last};
  if (is_legacy_stream(stream)) {
    for (const CUstream_st* each : streams.made)
      if (each->blocking && device_of(*each) == device)
        result.push_back(each->last);
    for (const leftover& each : streams.leftovers)
      if (each.blocking && each.device == device)
        result.push_back(each.last);
  } else if (stream.blocking) {
    result.push_back(streams.legacy[static_cast<std::size_t>(device)].last);
  }
  return result;
}

operation_handles all_last_operations(int device) {
  const registry& streams = all();
  const auto is_meant = [&](int its) { return device < 0 || its == device; };
  operation_handles result;
  for (const CUstream_st& each : streams.legacy)
    if (each.last != nullptr && is_meant(device_of(each)))
      result.push_back(each.last);
  for (const CUstream_st* each : streams.made)
    if (is_meant(device_of(*each)))
      result.push_back(each->last);
  for (const leftover& each : streams.leftovers)
    if (is_meant(each.device))
      result.push_back(each.last);
  return result;
}

operation_handles work_to_wait_for(const CUstream_st& stream) {
  // The legacy stream comes after all blocking ones, whatever it was given itself.
  return is_legacy_stream(stream) ? predecessors(stream) : operation_handles{stream.last};
}

operation_handle add_between_devices(CUstream_st& stream, operation work, int one, int other) {
  const char* const name = work.name;
  std::vector<CUstream_st*> others;
  for (const int device : {one, other})
    if (device != device_of(stream))
      others.push_back(&legacy_stream(device));
  operation_handles before;
  for (CUstream_st* const each : others)
    before.push_back(add_to_stream(*each, {.name = name}));
  const operation_handle made = add_to_stream(stream, std::move(work), before);
  for (CUstream_st* const each : others)
    add_to_stream(*each, {.name = name}, {made});
  return made;
}

operation_handle add_to_stream(CUstream_st& stream, operation work, const operation_handles& also) {
  operation_handles before = predecessors(stream);
  before.insert(before.end(), also.begin(), also.end());
  work.stream = stream.identity;
  stream.last =
      device_queue::instance().add(std::move(work), stream.timeline, stream.priority, before);
  return stream.last;
}

} // namespace cudalab::emulator

extern "C" void cudalab_default_stream_per_thread() {
  cudalab::emulator::per_thread_by_default = true;
}
