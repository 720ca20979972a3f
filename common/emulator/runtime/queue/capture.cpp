// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/capture.h"

#include <algorithm>

namespace cudalab::emulator {

namespace {

std::set<capture*>& captures() {
  static auto& all = *new std::set<capture*>;
  return all;
}

cudaError_t spoil(capture& spoilt, cudaError_t error) {
  spoilt.invalid = true;
  if (spoilt.spoilt_with == cudaSuccess)
    spoilt.spoilt_with = error;
  return error;
}

void join(capture_tail& some, const capture_tail& more) {
  for (const std::size_t each : more)
    if (std::find(some.begin(), some.end(), each) == some.end())
      some.push_back(each);
}

} // namespace

cudaStreamCaptureMode& thread_capture_mode() {
  static thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

cudaError_t capture_operation(CUstream_st& stream, operation work) {
  work.stream = stream.identity;
  capture& recording = *stream.recording;
  if (recording.invalid)
    return cudaErrorStreamCaptureInvalidated;
  stream.recorded_after = {recording.graph->add(std::move(work), stream.recorded_after)};
  recording.graph->nodes.back()->captured = true;
  recording.graph->nodes.back()->attributes.priority = stream.priority;
  return cudaSuccess;
}

cudaError_t capture_memory(CUstream_st& stream, operation work, cudaGraphNodeType type,
                           std::shared_ptr<graph_memory> memory) {
  const cudaError_t error = capture_operation(stream, std::move(work));
  if (error == cudaSuccess) {
    CUgraphNode_st& added = *stream.recording->graph->nodes.back();
    added.type = type;
    added.memory = std::move(memory);
  }
  return error;
}

cudaError_t capture_event_node(CUstream_st& stream, operation work, cudaGraphNodeType type,
                               CUevent_st& event) {
  const cudaError_t error = capture_operation(stream, std::move(work));
  if (error == cudaSuccess) {
    CUgraphNode_st& added = *stream.recording->graph->nodes.back();
    added.type = type;
    added.event = &event;
  }
  return error;
}

cudaError_t refuse_capture(CUstream_st& stream) {
  if (stream.recording == nullptr)
    return refuse_legacy(stream);
  return spoil(*stream.recording, cudaErrorStreamCaptureUnsupported);
}

cudaError_t refuse_legacy(const CUstream_st& stream) {
  if (!is_legacy_stream(stream))
    return cudaSuccess;
  cudaError_t result = cudaSuccess;
  for (capture* const each : captures())
    if (std::any_of(each->streams.begin(), each->streams.end(),
                    [](const CUstream_st* one) { return one->blocking; }))
      result = spoil(*each, cudaErrorStreamCaptureImplicit);
  return result;
}

void note_spoiler(const operation& work) {
  const std::string by = work.line > 0 ? "the launch of " + std::string(work.name) + " in line " +
                                             std::to_string(work.line)
                                       : work.name;
  for (capture* const each : captures())
    if (each->invalid && each->spoilt_by.empty())
      each->spoilt_by = by;
}

std::string why_spoilt(const capture& recording) {
  switch (recording.spoilt_with) {
  case cudaErrorStreamCaptureImplicit:
    return (recording.spoilt_by.empty() ? "something" : recording.spoilt_by) +
           " is in the default stream, and not in the one that was recorded";
  case cudaErrorStreamCaptureUnsupported:
    return (recording.spoilt_by.empty() ? "a call" : recording.spoilt_by) +
           " waits or allocates memory, and that cannot be recorded";
  case cudaErrorStreamCaptureIsolation:
    return "a recorded stream was to wait for an event that nobody had recorded in it";
  default:
    return "";
  }
}

cudaError_t refuse_unsafe_call() {
  const cudaStreamCaptureMode own = thread_capture_mode();
  if (own == cudaStreamCaptureModeRelaxed)
    return cudaSuccess;
  cudaError_t result = cudaSuccess;
  for (capture* const each : captures()) {
    const bool mine = each->thread == std::this_thread::get_id();
    const bool forbids =
        mine ? each->mode != cudaStreamCaptureModeRelaxed
             : each->mode == cudaStreamCaptureModeGlobal && own == cudaStreamCaptureModeGlobal;
    if (forbids)
      result = spoil(*each, cudaErrorStreamCaptureUnsupported);
  }
  return result;
}

cudaError_t capture_event(CUstream_st& stream, CUevent_st& event) {
  if (stream.recording->invalid)
    return cudaErrorStreamCaptureInvalidated;
  event.recorded = nullptr;
  event.recording = stream.recording;
  event.recorded_after = stream.recorded_after;
  return cudaSuccess;
}

cudaError_t capture_wait(CUstream_st& stream, const CUevent_st& event) {
  const std::shared_ptr<capture>& from = event.recording;
  if (from == nullptr) // outside of any capture
    return spoil(*stream.recording, cudaErrorStreamCaptureIsolation);
  if (captures().count(from.get()) == 0)
    return cudaErrorCapturedEvent; // it has ended
  if (from->invalid)
    return cudaErrorStreamCaptureInvalidated;
  if (stream.recording != nullptr && stream.recording != from) {
    from->invalid = true;
    return spoil(*stream.recording, cudaErrorStreamCaptureMerge);
  }
  if (is_legacy_stream(stream))
    return spoil(*from, cudaErrorStreamCaptureImplicit);
  if (stream.recording == nullptr) {
    stream.recording = from;
    stream.recorded_after.clear();
    from->streams.insert(&stream);
  }
  join(stream.recorded_after, event.recorded_after);
  return cudaSuccess;
}

void begin_capture(CUstream_st& stream, cudaStreamCaptureMode mode, CUgraph_st* into,
                   capture_tail after) {
  static std::uint64_t last_id = 0;
  const auto made = std::make_shared<capture>();
  made->id = ++last_id;
  made->graph = into;
  if (into == nullptr) {
    made->own = std::make_unique<CUgraph_st>();
    made->graph = made->own.get();
    made->own->lend();
  }
  made->first_node = made->graph->nodes.size();
  ++made->graph->captures;
  made->origin = &stream;
  made->mode = mode;
  made->thread = std::this_thread::get_id();
  made->streams = {&stream};
  stream.recording = made;
  stream.recorded_after = std::move(after);
  captures().insert(made.get());
}

void abandon_captures() {
  const auto lock = locked_queue();
  while (!captures().empty())
    end_capture(*(*captures().begin())->origin);
}

std::shared_ptr<capture> end_capture(CUstream_st& origin) {
  std::shared_ptr<capture> ended = origin.recording;
  captures().erase(ended.get());
  for (CUstream_st* const each : ended->streams)
    each->recording = nullptr;
  --ended->graph->captures;
  if (ended->own != nullptr)
    ended->own->end_lending();
  return ended;
}

void leave_capture(CUstream_st& stream) {
  const std::shared_ptr<capture> left = stream.recording;
  if (left->origin == &stream)
    end_capture(stream);
  left->streams.erase(&stream);
  stream.recording = nullptr;
}

bool everything_joined(const capture& recording) {
  const std::vector<std::size_t> ends = recording.graph->ends();
  const capture_tail& tail = recording.origin->recorded_after;
  return std::all_of(ends.begin(), ends.end(), [&](std::size_t each) {
    return each < recording.first_node || !recording.graph->nodes[each]->captured ||
           recording.let_go.count(each) != 0 ||
           std::find(tail.begin(), tail.end(), each) != tail.end();
  });
}

} // namespace cudalab::emulator
