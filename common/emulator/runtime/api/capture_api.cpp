// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: recording a graph.
#include <algorithm>
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

namespace {

/// All that was recorded must come before the end in the origin.
bool everything_joined(const capture& recording) {
  const std::vector<std::size_t> ends = recording.graph->ends();
  const capture_tail& tail = recording.origin->recorded_after;
  return std::all_of(ends.begin(), ends.end(), [&](std::size_t each) {
    return std::find(tail.begin(), tail.end(), each) != tail.end();
  });
}

} // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (is_legacy_stream(*found))
    return finish(cudaErrorStreamCaptureUnsupported);
  if (found->recording != nullptr)
    return finish(cudaErrorIllegalState);
  begin_capture(*found, mode);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (graph == nullptr)
    return finish(cudaErrorInvalidValue);
  *graph = nullptr;
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (found->recording == nullptr)
    return finish(cudaErrorIllegalState);
  capture& recording = *found->recording;
  if (recording.origin != found)
    return finish(cudaErrorStreamCaptureUnmatched);
  if (recording.mode != cudaStreamCaptureModeRelaxed &&
      recording.thread != std::this_thread::get_id())
    return finish(cudaErrorStreamCaptureWrongThread);
  const bool joined = everything_joined(recording);
  std::unique_ptr<CUgraph_st> made = end_capture(*found);
  if (made == nullptr)
    return finish(cudaErrorStreamCaptureInvalidated);
  if (!joined)
    return finish(cudaErrorStreamCaptureUnjoined);
  *graph = adopt_graph(std::move(made), __builtin_return_address(0));
  return finish(cudaSuccess);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  if (status == nullptr)
    return finish(cudaErrorInvalidValue);
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return finish(error);
  *status = found->recording == nullptr ? cudaStreamCaptureStatusNone
            : found->recording->invalid ? cudaStreamCaptureStatusInvalidated
                                        : cudaStreamCaptureStatusActive;
  return finish(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal ||
      *mode > cudaStreamCaptureModeRelaxed)
    return finish(cudaErrorInvalidValue);
  std::swap(*mode, thread_capture_mode());
  return finish(cudaSuccess);
}
