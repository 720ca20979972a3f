// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Recording what streams are given, instead of doing it. Under device_queue's lock.
#pragma once

#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "emulator/include/cudalab/graph_api.h"
#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/graphs.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator {

/// Between cudaStreamBeginCapture and cudaStreamEndCapture.
struct capture {
  CUstream_st* origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  std::set<CUstream_st*> streams; ///< the origin, and those that joined by waiting for an event
  std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
  bool invalid = false;
};

/// The nodes of a capture that a stream's next operation comes after, or what waits for an event.
using capture_tail = std::vector<std::size_t>;

/// Records the operation in the stream's capture.
cudaError_t capture_operation(CUstream_st& stream, operation work);
/// A call for this stream that cannot be recorded: spoils its capture. cudaSuccess when there is
/// none.
cudaError_t refuse_capture(CUstream_st& stream);
/// Using the legacy default stream while a blocking stream is recorded spoils the recording.
cudaError_t refuse_legacy(const CUstream_st& stream);
/// A call that waits, or allocates memory: not allowed to this OS thread during certain captures,
/// which it spoils.
cudaError_t refuse_unsafe_call();

/// cudaEventRecord and cudaStreamWaitEvent where a capture takes part.
cudaError_t capture_event(CUstream_st& stream, CUevent_st& event);
cudaError_t capture_wait(CUstream_st& stream, const CUevent_st& event);

void begin_capture(CUstream_st& stream, cudaStreamCaptureMode mode);
/// @return the graph; null when the capture was spoilt
std::unique_ptr<CUgraph_st> end_capture(CUstream_st& origin);

/// This OS thread's own, as cudaThreadExchangeStreamCaptureMode sets it.
cudaStreamCaptureMode& thread_capture_mode();

} // namespace cudalab::emulator
