// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/runtime/queue/submit.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/child_work.h"
#include "emulator/runtime/queue/empty_waits.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/kernel_output.h"
#include "emulator/runtime/queue/recorded_work.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/virtual_time.h"
#include "emulator/runtime/queue/work_aside.h"

namespace cudalab::emulator {

namespace {

thread_local operation* for_node = nullptr; ///< where what is submitted goes; null: to the device

/// See submitted_together.
struct batch {
  cudaStream_t stream = nullptr;
  const char* name = "";
  operation_handles before = {}, all = {};
  // Of a capture: nodes.
  capture_tail nodes_before = {}, all_nodes = {};
};
thread_local batch* batch_in_hand = nullptr;

/// Records one of a batch.
cudaError_t capture_beside(CUstream_st& stream, operation work) {
  stream.recorded_after = batch_in_hand->nodes_before;
  const cudaError_t error = capture_operation(stream, std::move(work));
  batch_in_hand->all_nodes.insert(batch_in_hand->all_nodes.end(), stream.recorded_after.begin(),
                                  stream.recorded_after.end());
  return error;
}

operation_handle add_beside(CUstream_st& stream, operation work) {
  device_queue& queue = device_queue::instance();
  work.stream = stream.identity;
  const unsigned line = queue.order().open_timeline();
  batch_in_hand->all.push_back(
      queue.add(std::move(work), line, stream.priority, batch_in_hand->before));
  queue.order().close_timeline(line);
  return batch_in_hand->all.back();
}

/// A copy or a fill that would take longer than the few blocks which are run: where blocks are
/// sampled such memory is large, and what is in it is not looked at.
bool is_large(const operation& work) {
  constexpr std::size_t large = std::size_t{1} << 26; // bytes
  return work.bytes >= large &&
         (work.kind == work_kind::copy_in || work.kind == work_kind::copy_out ||
          work.kind == work_kind::copy_within || work.kind == work_kind::fill);
}

/// Adds the operation. @param made what was added; null when it was recorded for a graph
cudaError_t add(std::unique_lock<std::mutex>& lock, cudaStream_t handle, operation work,
                operation_handle& made) {
  device_queue::instance().wait_for_room(lock);
  const void* const where = work.called_at != nullptr ? work.called_at : work.file;
  const int line = work.line;
  CUstream_st* const stream = find_stream(handle);
  if (stream == nullptr)
    return cudaErrorInvalidResourceHandle;
  if (stream->recording != nullptr)
    return batch_in_hand != nullptr ? capture_beside(*stream, std::move(work))
                                    : capture_operation(*stream, std::move(work));
  if (const cudaError_t error = refuse_legacy(*stream); error != cudaSuccess) {
    note_spoiler(work);
    if (work.kind == work_kind::kernel)
      because("the launch is in the default stream, while another stream is recorded");
    return error;
  }
  if (work.kind != work_kind::mark && work.kind != work_kind::host_function)
    note_operation();
  if (is_sampling() && is_large(work))
    work.perform = {};
  const int from = work.from_device, to = work.device;
  if (batch_in_hand != nullptr)
    made = add_beside(*stream, std::move(work));
  else
    made = work.kind == work_kind::copy_peer && is_legacy_stream(*stream)
               ? add_between_devices(*stream, std::move(work), from, to)
               : add_to_stream(*stream, std::move(work));
  note_work_aside(*stream, made->number);
  note_work(*stream, made->number);
  note_turn(where, line, made->number);
  return cudaSuccess;
}

cudaError_t refuse_to_wait() {
  because("a kernel cannot wait for what it hands over, which begins when its blocks have ended: "
          "what needs the results belongs in a kernel that is launched behind it, or into "
          "cudaStreamTailLaunch");
  return cudaErrorNotPermitted;
}

} // namespace

operation_for_node::operation_for_node(operation& made) {
  for_node = &made;
}
operation_for_node::~operation_for_node() {
  for_node = nullptr;
}

submitted_together::submitted_together(cudaStream_t stream, const char* name) {
  const auto lock = locked_queue();
  CUstream_st& found = *find_stream(stream);
  batch_in_hand = new batch{.stream = stream, .name = name};
  if (found.recording != nullptr) {
    batch_in_hand->nodes_before = found.recorded_after;
    return;
  }
  batch_in_hand->before = predecessors(found);
  note_several_timelines();
}
submitted_together::~submitted_together() {
  const auto lock = locked_queue();
  const std::unique_ptr<batch> done(std::exchange(batch_in_hand, nullptr));
  CUstream_st& stream = *find_stream(done->stream);
  if (!done->all_nodes.empty())
    stream.recorded_after = done->all_nodes;
  if (!done->all.empty())
    add_to_stream(stream, {.name = done->name}, done->all);
}

cudaError_t submit(cudaStream_t stream, operation work) {
  if (const cudaError_t error = sticky_error(); error != cudaSuccess)
    return error;
  if (current_block != nullptr)
    return add_child_work(stream, std::move(work));
  if (for_node != nullptr) {
    *for_node = std::move(work);
    return cudaSuccess;
  }
  std::unique_lock lock(device_queue::instance().mutex());
  operation_handle made;
  return add(lock, stream, std::move(work), made);
}

cudaError_t submit_and_wait(cudaStream_t stream, operation work) {
  if (const cudaError_t error = sticky_error(); error != cudaSuccess)
    return error;
  if (current_block != nullptr)
    return refuse_to_wait();
  device_queue& queue = device_queue::instance();
  std::unique_lock lock(queue.mutex());
  CUstream_st* const found = find_stream(stream);
  if (found != nullptr)
    if (const cudaError_t error = refuse_capture(*found); error != cudaSuccess) {
      note_spoiler(work);
      return error;
    }
  operation_handle made;
  if (const cudaError_t error = add(lock, stream, std::move(work), made); error != cudaSuccess)
    return error;
  return wait_as_host(lock, {made});
}

cudaError_t wait_as_host(std::unique_lock<std::mutex>& lock, const operation_handles& all) {
  if (current_block != nullptr)
    return refuse_to_wait();
  device_queue& queue = device_queue::instance();
  queue.wait(lock, all);
  if (work_is_recorded()) {
    std::vector<operation_number> numbers;
    for (const operation_handle& each : all)
      if (each != nullptr)
        numbers.push_back(each->number);
    record_wait(take_waiting_call(), numbers);
  }
  virtual_now.host_waits_until(device_queue::virtual_end(all));
  for (const operation_handle& each : all)
    if (each != nullptr)
      queue.order().host_waited_for(each->number);
  queue.note_host_caught_up();
  show_kernel_output();
  return learn_device_error();
}

bool has_ended(std::unique_lock<std::mutex>& lock, const operation_handles& all) {
  if (virtual_now.runs()) {
    device_queue::instance().wait(lock, all);
    return device_queue::virtual_end(all) <= virtual_now.host();
  }
  return std::all_of(all.begin(), all.end(),
                     [](const operation_handle& each) { return each == nullptr || each->done; });
}

bool is_first_question(const operation_handles& all, bool queued_operation::*asked) {
  bool first = false;
  if (virtual_now.runs())
    for (const operation_handle& each : all)
      if (each != nullptr && !std::exchange((*each).*asked, true) && !host_has_waited_for({each}))
        first = true;
  return first;
}

cudaError_t query_as_host(std::unique_lock<std::mutex>& lock, const operation_handles& all) {
  const bool ended = has_ended(lock, all);
  if (is_first_question(all, &queued_operation::asked_about) || !ended)
    return cudaErrorNotReady;
  return wait_as_host(lock, all);
}

bool host_has_waited_for(const operation_handles& all) {
  const operation_order& order = device_queue::instance().order();
  return std::all_of(all.begin(), all.end(), [&](const operation_handle& each) {
    return each == nullptr || (each->done && order.host_knows(each->number));
  });
}

void mend_device() {
  wait_until_idle();
  forget_errors();
}

cudaError_t wait_for_device() {
  return wait_for_device(current_device());
}

cudaError_t wait_for_device(int device) {
  if (const cudaError_t error = sticky_error(); error != cudaSuccess)
    return error;
  std::unique_lock lock(device_queue::instance().mutex());
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess)
    return error;
  return wait_as_host(lock, all_last_operations(device));
}

bool is_capturing(cudaStream_t stream) {
  if (for_node != nullptr)
    return true;
  const std::lock_guard lock(device_queue::instance().mutex());
  const CUstream_st* const found = find_stream(stream);
  return found != nullptr && found->recording != nullptr;
}

cudaError_t check_unsafe_call() {
  const std::lock_guard lock(device_queue::instance().mutex());
  return refuse_unsafe_call();
}

void wait_until_idle() {
  if (on_device_thread() || current_block != nullptr)
    return; // it would wait for itself
  device_queue& queue = device_queue::instance();
  std::unique_lock lock(queue.mutex());
  queue.wait_until_idle(lock);
}

bool happens_before(operation_number earlier, operation_number later) {
  device_queue& queue = device_queue::instance();
  const std::lock_guard lock(queue.mutex());
  return queue.order().before(earlier, later);
}

operation_number first_remembered() {
  device_queue& queue = device_queue::instance();
  const std::lock_guard lock(queue.mutex());
  return queue.order().first_remembered();
}

late_record late_record_between(operation_number earlier, operation_number later) {
  device_queue& queue = device_queue::instance();
  const std::lock_guard lock(queue.mutex());
  const auto found = empty_wait_between(earlier, later, [&](operation_number recorded_after) {
    return queue.order().before(earlier, recorded_after);
  });
  return found == nullptr ? late_record{} : late_record{found->called_at, found->recorded_at};
}

late_record early_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                                 operation_number later) {
  const std::lock_guard lock(device_queue::instance().mutex());
  const auto found = early_mark_between(earlier, stream_of_earlier, later);
  return found ? late_record{found->called_at, found->recorded_at} : late_record{};
}

const void* wait_for_nothing_before(operation_number later) {
  const std::lock_guard lock(device_queue::instance().mutex());
  return empty_wait_before(later);
}

late_record other_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                                 operation_number later) {
  const std::lock_guard lock(device_queue::instance().mutex());
  const auto found = mark_elsewhere_between(earlier, stream_of_earlier, later);
  return found ? late_record{found->called_at, found->recorded_at} : late_record{};
}

late_record own_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                               operation_number later) {
  const std::lock_guard lock(device_queue::instance().mutex());
  const auto found = own_wait_between(earlier, stream_of_earlier, later);
  return found ? late_record{found->called_at, found->recorded_at} : late_record{};
}

unsigned turn_of(operation_number number) {
  const std::lock_guard lock(device_queue::instance().mutex());
  return turn_of_work(number);
}

bool has_a_caller() {
  const std::lock_guard lock(device_queue::instance().mutex());
  return a_call_is_followed();
}

bool is_stream(cudaStream_t stream) {
  const std::lock_guard lock(device_queue::instance().mutex());
  return find_stream(stream) != nullptr;
}

int device_of_stream(cudaStream_t stream) {
  const std::lock_guard lock(device_queue::instance().mutex());
  const CUstream_st* const found = find_stream(stream);
  return found == nullptr ? current_device() : device_of(*found);
}

bool several_streams_exist() {
  const std::lock_guard lock(device_queue::instance().mutex());
  return several_streams();
}

} // namespace cudalab::emulator
