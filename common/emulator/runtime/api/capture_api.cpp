// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: recording a graph.
#include <algorithm>
#include <optional>
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

namespace {

bool is_mode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

/// Why no capture can begin there.
cudaError_t check_origin(const CUstream_st* stream) {
  if (stream == nullptr)
    return cudaErrorInvalidResourceHandle;
  if (is_legacy_stream(*stream))
    return cudaErrorStreamCaptureUnsupported;
  return stream->recording != nullptr ? cudaErrorIllegalState : cudaSuccess;
}

/// @param into null: a new graph
cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode, cudaGraph_t into,
                  const cudaGraphNode_t* after, std::size_t count) {
  if (!is_mode(mode))
    return cudaErrorInvalidValue;
  if (sticky_error() != cudaSuccess)
    return cudaSuccess; // finish() tells
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (const cudaError_t error = check_origin(found); error != cudaSuccess)
    return error;
  std::optional<std::vector<std::size_t>> before(std::in_place);
  if (into != nullptr)
    before = is_live_graph(into) ? nodes_in_graph(*into, after, count) : std::nullopt;
  if (!before)
    return cudaErrorInvalidValue;
  begin_capture(*found, mode, into, std::move(*before));
  return cudaSuccess;
}

} // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return finish(begin(stream, mode, nullptr, nullptr, 0));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* edges, std::size_t count,
                                          cudaStreamCaptureMode mode) {
  if (graph == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!are_plain(edges, count))
    return finish(cudaErrorNotSupported);
  return finish(begin(stream, mode, graph, after, count));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (graph != nullptr)
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
  if (graph == nullptr && recording.own != nullptr)
    return finish(cudaErrorInvalidValue);
  const bool joined = everything_joined(recording);
  const std::shared_ptr<capture> ended = end_capture(*found);
  std::unique_ptr<CUgraph_st> made = std::move(ended->own);
  if (ended->invalid) {
    because(why_spoilt(*ended));
    return finish(cudaErrorStreamCaptureInvalidated);
  }
  if (!joined)
    return finish(cudaErrorStreamCaptureUnjoined);
  if (made != nullptr)
    *graph = adopt_graph(std::move(made), __builtin_return_address(0));
  else if (graph != nullptr)
    *graph = ended->graph;
  return finish(cudaSuccess);
}

namespace {

cudaError_t tell_capture(cudaStream_t stream, cudaStreamCaptureStatus* status,
                         unsigned long long* id, cudaGraph_t* graph, const cudaGraphNode_t** after,
                         const cudaGraphEdgeData** edges, std::size_t* count) {
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = refuse_legacy(*found); error != cudaSuccess)
    return error;
  if (found->recording == nullptr || found->recording->invalid) {
    *status = found->recording == nullptr ? cudaStreamCaptureStatusNone
                                          : cudaStreamCaptureStatusInvalidated;
    return cudaSuccess;
  }
  const capture& recording = *found->recording;
  *status = cudaStreamCaptureStatusActive;
  found->told_nodes.clear();
  for (const std::size_t each : found->recorded_after)
    found->told_nodes.push_back(recording.graph->nodes[each].get());
  if (id != nullptr)
    *id = recording.id;
  if (graph != nullptr)
    *graph = recording.graph;
  if (after != nullptr)
    *after = found->told_nodes.data();
  found->told_edges.assign(found->told_nodes.size(), {});
  if (edges != nullptr)
    *edges = found->told_edges.data();
  if (count != nullptr)
    *count = found->told_nodes.size();
  return cudaSuccess;
}

} // namespace

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
  if (status == nullptr || (edges != nullptr && after == nullptr))
    return finish(cudaErrorInvalidValue);
  return finish(tell_capture(stream, status, id, graph, after, edges, count));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** after, std::size_t* count) {
  if (status == nullptr)
    return finish(cudaErrorInvalidValue);
  return finish(tell_capture(stream, status, id, graph, after, nullptr, count));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                std::size_t count, unsigned int flags) {
  const auto lock = locked_queue();
  CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return finish(cudaErrorInvalidResourceHandle);
  if (flags != cudaStreamAddCaptureDependencies && flags != cudaStreamSetCaptureDependencies)
    return finish(cudaErrorInvalidValue);
  if (found->recording == nullptr)
    return finish(cudaErrorIllegalState);
  capture& recording = *found->recording;
  if (recording.invalid)
    return finish(cudaErrorStreamCaptureInvalidated);
  const auto given = nodes_in_graph(*recording.graph, nodes, count);
  if (!given)
    return finish(cudaErrorInvalidValue);
  capture_tail& tail = found->recorded_after;
  if (flags == cudaStreamSetCaptureDependencies) {
    recording.let_go.insert(tail.begin(), tail.end());
    tail.clear();
  }
  for (const std::size_t each : *given) {
    recording.let_go.erase(each);
    if (std::find(tail.begin(), tail.end(), each) == tail.end())
      tail.push_back(each);
  }
  return finish(cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* edges, std::size_t count,
                                                unsigned int flags) {
  if (!are_plain(edges, count))
    return finish(cudaErrorNotSupported);
  return cudaStreamUpdateCaptureDependencies(stream, nodes, count, flags);
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
