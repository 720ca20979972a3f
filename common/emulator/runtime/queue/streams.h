// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Streams, and what they order: operations of one stream one after the other; a device's legacy
/// default stream against all blocking streams of the device, both ways; streams made with
/// cudaStreamNonBlocking against nothing. All of it under device_queue's lock.
#pragma once

#include <cstdint>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/queue/device_queue.h"

namespace cudalab::emulator {
struct capture;
struct empty_wait;

/// A wait for a mark in a stream.
struct marked_wait {
  const void* called_at = nullptr;
  operation_number number = 0; ///< of the wait
  const void* recorded_at = nullptr;
  operation_number mark = 0;
  stream_identity stream = {}; ///< that has the mark
};
} // namespace cudalab::emulator

struct CUstream_st {
  bool blocking = true; ///< takes part in the rules of its device's legacy default stream
  int priority = 0;
  cudaAccessPolicyWindow window = {};                    ///< a hint
  cudaSynchronizationPolicy policy = cudaSyncPolicyAuto; ///< another
  unsigned timeline = 0;                                 ///< of operation_order
  std::uint64_t id = 0;
  cudalab::emulator::stream_identity identity = {};
  cudalab::emulator::operation_handle last; ///< of what was submitted; null: nothing yet
  std::shared_ptr<cudalab::emulator::capture> recording; ///< null: not being captured
  std::vector<std::size_t> recorded_after; ///< nodes that its next operation comes after
  // The same, as cudaStreamGetCaptureInfo told them last.
  std::vector<cudaGraphNode_t> told_nodes;
  std::vector<cudaGraphEdgeData> told_edges;
  std::uint64_t last_work = 0; ///< the number of its last operation that does something; 0: none
  /// Its last waits that waited for nothing, until it is given something to do.
  std::vector<std::shared_ptr<cudalab::emulator::empty_wait>> empty_waits;
  std::vector<cudalab::emulator::marked_wait> marked_waits; ///< likewise: those for a mark
};

namespace cudalab::emulator {

/// As on NVIDIA's GPUs since Volta: smaller is more urgent.
inline constexpr int least_priority = 0, greatest_priority = -5;

/// The stream behind a handle, default streams of this OS thread's current device included; null:
/// there is none.
CUstream_st* find_stream(cudaStream_t handle);
CUstream_st& legacy_stream(int device);
bool is_legacy_stream(const CUstream_st& stream);
inline int device_of(const CUstream_st& stream) {
  return stream.identity.device;
}
/// It belongs to this OS thread's current device.
/// @param caller code address of the call that makes it; null: a host thread's own stream
cudaStream_t make_stream(bool blocking, int priority, const void* caller);
/// How many the program has made.
unsigned streams_made();
/// Those of them that it has not destroyed.
std::vector<const CUstream_st*> streams_not_destroyed();
/// What was submitted to it is still performed. @param stream not a default one
void destroy_stream(cudaStream_t stream);
bool is_default_stream(cudaStream_t handle);
/// Whether the program ever made a stream of its own, used that of a thread, or launched a graph
/// whose nodes are in no order.
bool several_streams();
/// It has launched such a graph.
void note_several_timelines();

/// What the stream's next operation must wait for.
operation_handles predecessors(const CUstream_st& stream);
/// The last operations of all streams of a device, destroyed ones included.
/// @param device -1: of all devices
operation_handles all_last_operations(int device);

/// Adds to the stream. @param also further operations to wait for
operation_handle add_to_stream(CUstream_st& stream, operation work,
                               const operation_handles& also = {});
/// Adds to the stream what comes after all work of these devices, and before all that they are
/// given later, but for streams made with cudaStreamNonBlocking: a copy from one device to another
/// in the default stream.
operation_handle add_between_devices(CUstream_st& stream, operation work, int one, int other);
/// What the host waits for that waits for the stream.
operation_handles work_to_wait_for(const CUstream_st& stream);

} // namespace cudalab::emulator
