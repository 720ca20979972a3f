// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Recording what streams are given, instead of doing it. Under device_queue's lock.
#pragma once

#include <memory>
#include <set>
#include <string>
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
  std::set<CUstream_st*> streams;  ///< the origin, and those that joined by waiting for an event
  std::unique_ptr<CUgraph_st> own; ///< null: it goes into a graph that was there before
  CUgraph_st* graph = nullptr;
  std::size_t first_node = 0;   ///< those before it were there already
  std::set<std::size_t> let_go; ///< nodes that need not come before the end
  bool invalid = false;
  cudaError_t spoilt_with = cudaSuccess; ///< the first error that made it so
  std::string spoilt_by = {};            ///< "the launch of scale in line 12"; may be empty
  std::uint64_t id = 0;
};

/// The nodes of a capture that a stream's next operation comes after, or what waits for an event.
using capture_tail = std::vector<std::size_t>;

/// Records the operation in the stream's capture.
cudaError_t capture_operation(CUstream_st& stream, operation work);
/// The same for what allocates memory of the graph, or frees it.
cudaError_t capture_memory(CUstream_st& stream, operation work, cudaGraphNodeType type,
                           std::shared_ptr<graph_memory> memory);
/// The same for a node that records the event in each launch, or waits for it.
cudaError_t capture_event_node(CUstream_st& stream, operation work, cudaGraphNodeType type,
                               CUevent_st& event);
/// A call for this stream that cannot be recorded: spoils its capture. cudaSuccess when there is
/// none.
cudaError_t refuse_capture(CUstream_st& stream);
/// Using the legacy default stream while a blocking stream is recorded spoils the recording.
cudaError_t refuse_legacy(const CUstream_st& stream);
/// What was to be submitted has just spoilt captures: they tell of it.
void note_spoiler(const operation& work);
/// Why the capture is invalid, for a message; empty: it is not known.
std::string why_spoilt(const capture& recording);
/// A call that waits, or allocates memory: not allowed to this OS thread during certain captures,
/// which it spoils.
cudaError_t refuse_unsafe_call();

/// cudaEventRecord and cudaStreamWaitEvent where a capture takes part.
cudaError_t capture_event(CUstream_st& stream, CUevent_st& event);
cudaError_t capture_wait(CUstream_st& stream, const CUevent_st& event);

/// @param into null: a new graph @param after nodes of it that come before what is recorded
void begin_capture(CUstream_st& stream, cudaStreamCaptureMode mode, CUgraph_st* into = nullptr,
                   capture_tail after = {});
/// The origin's capture. It stays as it was, without its streams.
std::shared_ptr<capture> end_capture(CUstream_st& origin);
/// The stream is about to be destroyed: a capture ends with its origin.
void leave_capture(CUstream_st& stream);
/// All that was recorded comes before the end in the origin.
bool everything_joined(const capture& recording);

/// This OS thread's own, as cudaThreadExchangeStreamCaptureMode sets it.
cudaStreamCaptureMode& thread_capture_mode();

} // namespace cudalab::emulator
