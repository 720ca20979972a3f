// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Handing work to the device, and waiting for it, as the runtime API does.
#pragma once

#include <mutex>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {

/// Hands the work over and returns at once. An error means that it was not accepted: a stream that
/// does not exist, say.
cudaError_t submit(cudaStream_t stream, operation work);

/// The same, for calls that return when the work is done; with the error of earlier work, if that
/// has failed meanwhile.
cudaError_t submit_and_wait(cudaStream_t stream, operation work);

/// While it lives, what this OS thread submits is not done: it becomes an operation for a node of a
/// graph. `made` stays as it is where nothing is submitted.
class operation_for_node {
public:
  explicit operation_for_node(operation& made);
  ~operation_for_node();
  operation_for_node(const operation_for_node&) = delete;
  operation_for_node& operator=(const operation_for_node&) = delete;
};

/// While it lives, what this OS thread submits to a stream is in no order among itself: all of it
/// comes after what the stream was given before, and before what it is given later.
class submitted_together {
public:
  /// @param name of the call @pre the stream exists, and is not a legacy default one
  submitted_together(cudaStream_t stream, const char* name);
  ~submitted_together();
  submitted_together(const submitted_together&) = delete;
  submitted_together& operator=(const submitted_together&) = delete;
};

inline constexpr int every_device = -1;

/// cudaDeviceSynchronize() for calls that imply it. @return the device's error
/// @param device may be every_device
cudaError_t wait_for_device(int device);
/// That of this OS thread's current device.
cudaError_t wait_for_device();

/// Whether what is submitted to the stream is recorded for a graph, to be done later: host memory
/// must not be read now.
bool is_capturing(cudaStream_t stream);
/// For calls that must not be made while a graph is recorded, such as cudaMalloc.
cudaError_t check_unsafe_call();

/// Waits until the device has nothing left to do. For the emulator's own use: the program itself
/// has not synchronised by it.
void wait_until_idle();

/// Whether streams, events and the host's waiting order the one before the other, whatever the
/// schedule was.
bool happens_before(operation_number earlier, operation_number later);

/// Operations with smaller numbers happen before all that are not finished, or will come.
operation_number first_remembered();

/// Where cudaStreamWaitEvent was called between the two, and where its event was recorded only
/// later, so that it waited for nothing: code addresses; null: there was no such call.
struct late_record {
  const void* waits_at = nullptr;
  const void* recorded_at = nullptr;
};
late_record late_record_between(operation_number earlier, operation_number later);
/// Where the later one's stream was told to wait, and for an event that had been recorded in the
/// earlier one's stream before the earlier one was given: such a wait does not cover it.
late_record early_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                                 operation_number later);
/// Where its stream was told to wait just before it, for an event that nobody had recorded; null:
/// it was not.
const void* wait_for_nothing_before(operation_number later);
/// Where the later one's stream was told to wait, and for an event that was recorded after the
/// earlier one had been given, in another stream: such a wait does not cover it either.
late_record other_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                                 operation_number later);
/// Where the earlier one's stream was told to wait, between the two, for an event that was recorded
/// in itself behind the earlier one: such a wait changes nothing.
late_record own_record_between(operation_number earlier, const stream_identity& stream_of_earlier,
                               operation_number later);

/// Which turn of its line, counted from the begin of the call that is followed: 1, 2, ...; 0: not
/// known.
unsigned turn_of(operation_number number);

/// Whether functions are called by somebody who is no part of the program: whose operations have no
/// lines.
bool has_a_caller();

/// Streams that cudaStreamCreate made, and the default ones.
bool is_stream(cudaStream_t stream);
/// Of a stream; that of a default stream is the current one. @pre is_stream(stream)
int device_of_stream(cudaStream_t stream);

/// False: the program has only used the default stream, so everything is in order.
bool several_streams_exist();

/// The lock of the next ones is device_queue's.
///
/// Whether all have ended, as the host sees it. On the virtual clock it depends on that alone, so
/// the answer is given when they have really ended.
bool has_ended(std::unique_lock<std::mutex>& lock, const operation_handles& all);
/// On the virtual clock: whether some of it is asked about for the first time, and the host has not
/// waited for it. The answer is "not ready" then. @param asked which question it is
bool is_first_question(const operation_handles& all, bool queued_operation::*asked);
/// cudaErrorNotReady, or what waiting would give.
cudaError_t query_as_host(std::unique_lock<std::mutex>& lock, const operation_handles& all);
/// Whether the host has waited for all of it.
bool host_has_waited_for(const operation_handles& all);
/// Waits, and notes that the host has waited. @return the device's error
cudaError_t wait_as_host(std::unique_lock<std::mutex>& lock, const operation_handles& all);

} // namespace cudalab::emulator
