// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: streams.
#include <algorithm>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/child_work.h"
#include "emulator/runtime/queue/empty_waits.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/shared_event.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

namespace {

cudaError_t create(const char* call, cudaStream_t* stream, unsigned flags, int priority,
                   const void* caller) {
  if (stream == nullptr || (flags & ~cudaStreamNonBlocking) != 0)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (call_fails(call, caller))
    return finish(cudaErrorMemoryAllocation);
  const auto lock = locked_queue();
  give(stream,
       make_stream(flags != cudaStreamNonBlocking,
                   std::clamp(priority, greatest_priority, least_priority), caller),
       caller);
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return create("cudaStreamCreateWithPriority", stream, flags, priority, CALLER_IN_PROGRAM);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return create("cudaStreamCreateWithFlags", stream, flags, least_priority, CALLER_IN_PROGRAM);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return create("cudaStreamCreate", stream, cudaStreamDefault, least_priority, CALLER_IN_PROGRAM);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const auto lock = locked_queue();
  if (is_default_stream(stream) || find_stream(stream) == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (stream->recording != nullptr)
    leave_capture(*stream);
  destroy_stream(stream);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  note_host_wait("cudaStreamSynchronize", CALLER_IN_PROGRAM);
  auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = refuse_capture(*found); error != cudaSuccess)
    return finish(error);
  // The default stream's end is that of the blocking streams before it.
  return finish(wait_as_host(lock, work_to_wait_for(*found)));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish_query("cudaStreamQuery", cudaSuccess);
  auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish_query("cudaStreamQuery", cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = refuse_capture(*found); error != cudaSuccess)
    return finish_query("cudaStreamQuery", error);
  const operation_handles work = work_to_wait_for(*found);
  const bool known = host_has_waited_for(work);
  const cudaError_t answer = query_as_host(lock, work);
  if (answer == cudaSuccess &&
      !answer_query("cudaStreamQuery", true, known, is_legacy_stream(*found)))
    return finish_query("cudaStreamQuery", cudaErrorNotReady);
  if (answer == cudaErrorNotReady)
    answer_query("cudaStreamQuery", false, known, is_legacy_stream(*found));
  return finish_query("cudaStreamQuery", answer);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr || !is_event(event))
    return finish(cudaErrorInvalidResourceHandle);
  if (flags == cudaEventWaitExternal) {
    if (found->recording != nullptr)
      return finish(capture_event_node(
          *found, {.name = "cudaStreamWaitEvent", .called_at = CALLER_IN_PROGRAM},
          cudaGraphNodeTypeWaitEvent, *event));
    because("cudaEventWaitExternal makes a node of a graph, and the stream is not captured");
    return finish(cudaErrorInvalidValue);
  }
  if (found->recording != nullptr || event->recording != nullptr)
    return finish(capture_wait(*found, *event));
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return finish(error);
  if (current_block != nullptr) { // what a kernel hands over is done in order
    lock.unlock();
    note_child_wait(stream, event);
    return finish(cudaSuccess);
  }
  if (const std::uint64_t record = record_of_others(*event); record != 0) {
    add_to_stream(
        *found,
        {.name = "cudaStreamWaitEvent",
         .perform = [shared = event->shared, record](operation_number) { shared->wait(record); },
         .on_host = true},
        marks_for_others());
    return finish(cudaSuccess);
  }
  if (event->recorded != nullptr)
    note_wait(
        *found, *event->recorded, CALLER_IN_PROGRAM,
        add_to_stream(*found, {.name = "cudaStreamWaitEvent"}, {event->recorded->at})->number);
  else // there is nothing to wait for
    note_empty_wait(*found, *event, CALLER_IN_PROGRAM);
  return finish(cudaSuccess);
}

namespace {

/// What `answer` says of the stream.
template <class Value, class Answer>
cudaError_t tell_of_stream(cudaStream_t stream, Value* value, Answer answer) {
  const auto lock = locked_queue();
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (value == nullptr)
    return finish(cudaErrorInvalidValue);
  *value = answer(*found);
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return tell_of_stream(stream, priority, [](const CUstream_st& of) { return of.priority; });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return tell_of_stream(stream, flags, [](const CUstream_st& of) {
    return of.blocking ? cudaStreamDefault : cudaStreamNonBlocking;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return tell_of_stream(stream, id, [](const CUstream_st& of) { return of.id; });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return tell_of_stream(stream, device, [](const CUstream_st& of) { return device_of(of); });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr)
    *least = least_priority;
  if (greatest != nullptr)
    *greatest = greatest_priority;
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() {
  note_host_wait("cudaDeviceSynchronize", CALLER_IN_PROGRAM);
  return finish(wait_for_device());
}
