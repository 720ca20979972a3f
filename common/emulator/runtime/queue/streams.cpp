// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/streams.h"

#include <algorithm>
#include <set>

namespace cudalab::emulator {

namespace {

/// A destroyed stream's last operation, until the host knows that it has ended. That it has ended
/// is not enough: what comes after a stream's work is decided by what the program asked for.
struct leftover {
  operation_handle last;
  bool blocking;
};

struct registry {
  CUstream_st legacy;
  std::set<CUstream_st*> made; ///< all others
  std::vector<leftover> leftovers;
  std::uint64_t ids = 2; ///< 1 is the legacy stream's
  unsigned made_by_program = 0;
  bool several = false;

  registry() {
    legacy.id = 1;
    legacy.timeline = device_queue::instance().order().open_timeline();
  }
};

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
  static thread_local own_stream mine;
  if (mine.stream == nullptr)
    mine.stream = make_stream(true, least_priority, nullptr);
  return mine.stream;
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
  if (handle == cudaStreamPerThread)
    return this_threads_stream();
  if (is_default_stream(handle))
    return &all().legacy;
  return all().made.count(handle) != 0 ? handle : nullptr;
}

cudaStream_t make_stream(bool blocking, int priority, const void* caller) {
  registry& streams = all();
  const stream_identity identity =
      caller == nullptr
          ? stream_identity{.what = stream_identity::kind::of_thread}
          : stream_identity{stream_identity::kind::made, ++streams.made_by_program, caller};
  auto* const made = new CUstream_st{.blocking = blocking,
                                     .priority = priority,
                                     .timeline = device_queue::instance().order().open_timeline(),
                                     .id = streams.ids++,
                                     .identity = identity,
                                     .last = nullptr,
                                     .recording = nullptr,
                                     .recorded_after = {}};
  streams.made.insert(made);
  streams.several = true;
  return made;
}

void destroy_stream(cudaStream_t stream) {
  registry& streams = all();
  drop_known_leftovers();
  if (stream->last != nullptr && !host_knows(stream->last))
    streams.leftovers.push_back({stream->last, stream->blocking});
  device_queue::instance().order().close_timeline(stream->timeline);
  streams.made.erase(stream);
  delete stream;
}

unsigned streams_made() {
  return all().made_by_program;
}

std::vector<stream_identity> streams_not_destroyed() {
  std::vector<stream_identity> result;
  for (const CUstream_st* each : all().made)
    if (each->identity.what == stream_identity::kind::made)
      result.push_back(each->identity);
  return result;
}

bool several_streams() {
  return all().several;
}

void note_several_timelines() {
  all().several = true;
}

operation_handles predecessors(const CUstream_st& stream) {
  const registry& streams = all();
  operation_handles result{stream.last};
  if (&stream == &streams.legacy) {
    for (const CUstream_st* each : streams.made)
      if (each->blocking)
        result.push_back(each->last);
    for (const leftover& each : streams.leftovers)
      if (each.blocking)
        result.push_back(each.last);
  } else if (stream.blocking) {
    result.push_back(streams.legacy.last);
  }
  return result;
}

operation_handles all_last_operations() {
  const registry& streams = all();
  operation_handles result{streams.legacy.last};
  for (const CUstream_st* each : streams.made)
    result.push_back(each->last);
  for (const leftover& each : streams.leftovers)
    result.push_back(each.last);
  return result;
}

operation_handles work_to_wait_for(const CUstream_st& stream) {
  // The legacy stream comes after all blocking ones, whatever it was given itself.
  return &stream == &all().legacy ? predecessors(stream) : operation_handles{stream.last};
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
