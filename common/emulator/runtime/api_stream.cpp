// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: streams and events. Work is done when its call returns, so a stream is only a
/// name, and an event the time at which it was recorded.
#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/errors.h"

using namespace cudalab::emulator;

struct CUstream_st {};

struct CUevent_st {
  bool timed = true;
  bool recorded = false;
  std::chrono::steady_clock::time_point when;
};

namespace {

std::mutex mutex;

std::set<cudaStream_t>& streams() {
  static std::set<cudaStream_t>& all = *new std::set<cudaStream_t>;
  return all;
}

std::set<cudaEvent_t>& events() {
  static std::set<cudaEvent_t>& all = *new std::set<cudaEvent_t>;
  return all;
}

bool is_event(cudaEvent_t event) {
  return events().count(event) != 0;
}

} // namespace

namespace cudalab::emulator {

bool is_stream(cudaStream_t stream) {
  // 0, 1 and 2 are the default streams: cudaStreamLegacy, cudaStreamPerThread.
  if (reinterpret_cast<std::uintptr_t>(stream) <= 2)
    return true;
  std::lock_guard lock(mutex);
  return streams().count(stream) != 0;
}

} // namespace cudalab::emulator

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
  if (stream == nullptr)
    return finish(cudaErrorInvalidValue);
  std::lock_guard lock(mutex);
  *stream = new CUstream_st;
  streams().insert(*stream);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  std::lock_guard lock(mutex);
  if (streams().erase(stream) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  delete stream;
  return finish(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return finish(is_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return cudaStreamSynchronize(stream);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (event == nullptr)
    return finish(cudaErrorInvalidValue);
  std::lock_guard lock(mutex);
  *event = new CUevent_st{.timed = (flags & cudaEventDisableTiming) == 0, .when = {}};
  events().insert(*event);
  return finish(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  std::lock_guard lock(mutex);
  if (events().erase(event) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  delete event;
  return finish(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  std::lock_guard lock(mutex);
  if (!is_event(event))
    return finish(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->when = std::chrono::steady_clock::now();
  return finish(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  std::lock_guard lock(mutex);
  return finish(is_event(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cudaEventSynchronize(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (milliseconds == nullptr)
    return finish(cudaErrorInvalidValue);
  std::lock_guard lock(mutex);
  for (cudaEvent_t event : {start, stop})
    if (!is_event(event) || !event->timed || !event->recorded)
      return finish(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(stop->when - start->when).count();
  return finish(cudaSuccess);
}
