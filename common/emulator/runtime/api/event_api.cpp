// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: events.
#include <fmt/format.h>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/child_work.h"
#include "emulator/runtime/queue/empty_waits.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/shared_event.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/virtual_time.h"

using namespace cudalab::emulator;

std::uint64_t cudalab::emulator::record_of_others(const CUevent_st& event) {
  if (event.shared == nullptr)
    return 0;
  const std::uint64_t last = event.shared->last();
  return last > event.recorded_here ? last : 0;
}

operation_handles cudalab::emulator::marks_for_others() {
  operation_handles all;
  for (const cudaEvent_t each : events())
    if (each->shared != nullptr && each->recorded != nullptr)
      all.push_back(each->recorded->at);
  return all;
}

namespace {

cudaError_t create(const char* call, cudaEvent_t* event, unsigned flags, const void* caller) {
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  // An event for another process cannot take the time.
  const bool shared_without_time =
      (flags & cudaEventInterprocess) != 0 && (flags & cudaEventDisableTiming) == 0;
  if (event == nullptr || (flags & ~known) != 0 || shared_without_time)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (call_fails(call, caller))
    return finish(cudaErrorMemoryAllocation);
  const call_path behind = the_program_observer().calls_behind(caller);
  std::shared_ptr<shared_event> shared;
  if ((flags & cudaEventInterprocess) != 0 &&
      (shared = make_shared_event(current_device())) == nullptr)
    return finish(cudaErrorMemoryAllocation);
  const auto lock = locked_queue();
  auto* const made = new CUevent_st{.timed = (flags & cudaEventDisableTiming) == 0,
                                    .recorded = nullptr,
                                    .recording = nullptr,
                                    .made_by = caller,
                                    .behind = behind,
                                    .empty_waits = {},
                                    .device = current_device(),
                                    .by_kernel = current_block != nullptr,
                                    .by_driver = driver_call::current() != nullptr,
                                    .shared = std::move(shared)};
  events().insert(made);
  give(event, made, caller);
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return create("cudaEventCreateWithFlags", event, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return create("cudaEventCreate", event, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return create("cudaEventCreate", event, cudaEventDefault, CALLER_IN_PROGRAM);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const auto lock = locked_queue();
  if (events().erase(event) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  delete event;
  return finish(cudaSuccess);
}

namespace {

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream, unsigned int flags,
                         const void* caller) {
  if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr || !is_event(event))
    return finish(cudaErrorInvalidResourceHandle);
  if (device_of(*found) != event->device) {
    because(fmt::format("the event belongs to device {}, the stream to device {}: call "
                        "cudaSetDevice before you create either",
                        event->device, device_of(*found)));
    return finish(cudaErrorInvalidResourceHandle);
  }
  if (found->recording != nullptr)
    return finish(flags == cudaEventRecordExternal
                      ? capture_event_node(*found, {.name = "cudaEventRecord", .called_at = caller},
                                           cudaGraphNodeTypeEventRecord, *event)
                      : capture_event(*found, *event));
  if (flags == cudaEventRecordExternal) {
    because("cudaEventRecordExternal makes a node of a graph, and the stream is not captured");
    return finish(cudaErrorInvalidValue);
  }
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return finish(error);
  if (current_block != nullptr) { // as cudaStreamWaitEvent there
    lock.unlock();
    note_child_record(event, stream);
    return finish(cudaSuccess);
  }
  const auto mark = std::make_shared<event_mark>();
  mark->called_at = caller;
  mark->stream = found->identity;
  const std::shared_ptr<shared_event> shared = event->shared;
  const std::uint64_t record = shared == nullptr ? 0 : shared->record();
  event->recorded_here = record;
  mark->at = add_to_stream(*found, {.name = "cudaEventRecord",
                                    .perform =
                                        [mark, shared, record](operation_number) {
                                          mark->when = std::chrono::steady_clock::now();
                                          if (shared != nullptr)
                                            shared->reach(record);
                                        },
                                    .even_after_errors = true});
  event->recorded = mark;
  event->recording = nullptr;
  note_record(*found, *event, caller);
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
  return record_event(event, stream, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return record_event(event, stream, cudaEventRecordDefault, CALLER_IN_PROGRAM);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  note_host_wait("cudaEventSynchronize", CALLER_IN_PROGRAM);
  auto lock = locked_queue();
  if (!is_event(event))
    return finish(cudaErrorInvalidResourceHandle);
  if (event->recording != nullptr)
    return finish(cudaErrorCapturedEvent);
  if (const std::uint64_t record = record_of_others(*event); record != 0) {
    const std::shared_ptr<shared_event> shared = event->shared;
    const operation_handles before = marks_for_others();
    lock.unlock();
    shared->wait(record);
    lock.lock();
    return finish(wait_as_host(lock, before));
  }
  if (event->recorded == nullptr)
    return finish(cudaSuccess);
  return finish(wait_as_host(lock, {event->recorded->at}));
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  if (sticky_error() != cudaSuccess)
    return finish_query("cudaEventQuery", cudaSuccess);
  auto lock = locked_queue();
  if (!is_event(event))
    return finish_query("cudaEventQuery", cudaErrorInvalidResourceHandle);
  if (event->recording != nullptr)
    return finish_query("cudaEventQuery", cudaErrorCapturedEvent);
  if (const std::uint64_t record = record_of_others(*event); record != 0)
    return finish_query("cudaEventQuery",
                        event->shared->is_over(record) ? cudaSuccess : cudaErrorNotReady);
  if (event->recorded == nullptr)
    return finish_query("cudaEventQuery", cudaSuccess);
  const bool known = host_has_waited_for({event->recorded->at});
  const cudaError_t answer = query_as_host(lock, {event->recorded->at});
  if (answer == cudaSuccess && !answer_query("cudaEventQuery", true, known))
    return finish_query("cudaEventQuery", cudaErrorNotReady);
  if (answer == cudaErrorNotReady)
    answer_query("cudaEventQuery", false, known);
  return finish_query("cudaEventQuery", answer);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (milliseconds == nullptr)
    return finish(cudaErrorInvalidValue);
  auto lock = locked_queue();
  for (cudaEvent_t event : {start, stop})
    if (!is_event(event) || !event->timed || event->recorded == nullptr)
      return finish(cudaErrorInvalidResourceHandle);
  if (start->device != stop->device)
    return finish(cudaErrorInvalidResourceHandle);
  // Kept: has_ended() may open the lock, and an event may be recorded again.
  const auto first = start->recorded, last = stop->recorded;
  const bool ended = has_ended(lock, {first->at, last->at});
  if (is_first_question({last->at}, &queued_operation::asked_for_time) || !ended)
    return finish(cudaErrorNotReady);
  const std::chrono::duration<float, std::milli> between =
      virtual_now.runs() ? last->at->ends_at - first->at->ends_at : last->when - first->when;
  *milliseconds = between.count();
  return finish(cudaSuccess);
}
