// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Work for the device: launches, copies, memsets, host functions. A call of the runtime API makes
/// an operation and submits it to a stream; the executor performs all operations on one OS thread,
/// in an order that streams and events allow.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// 1, 2, ... in the order in which operations were submitted; 0: none.
using operation_number = std::uint64_t;

/// Memory that an operation reads or writes: `rows` rows of `bytes` bytes, `pitch` bytes apart.
struct memory_use {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
  bool writes = false;
  std::size_t rows = 1;
  std::size_t pitch = 0;
};

/// What an operation is for, and so which part of a GPU does it.
enum class work_kind : std::uint8_t {
  mark, ///< nothing but order: an event, a wait, memory of a pool
  kernel,
  copy_in,     ///< from the host to the device
  copy_out,    ///< from the device to the host
  copy_within, ///< the device's memory alone
  copy_peer,   ///< from one device to another
  collective,  ///< a device's part of a call of NCCL's
  fill,
  host_function
};

/// What an operation does to the memory that it uses. `decides`: a conditional node of a graph
/// reads its condition.
enum class memory_effect : std::uint8_t { transfers, allocates, frees, decides };

struct node_parameters;
struct queued_operation;

struct operation {
  const char* name = ""; ///< the kernel, or the call: "cudaMemcpyAsync"
  /// Does the work, on the executor's thread; more than once when a graph is launched more than
  /// once. What it refers to must live as long as it. Null: nothing to do but to wait.
  std::function<void(operation_number)> perform = {};
  const void* called_at = nullptr; ///< code address of the student's call, or
  const char* file = "";           ///< ... its place
  int line = 0;
  /// What a copy or a fill touches, device and host memory alike. Of a kernel nothing is known
  /// beforehand.
  std::vector<memory_use> uses = {};
  memory_effect effect = memory_effect::transfers;
  work_kind kind = work_kind::mark;
  std::size_t bytes = 0;   ///< that a copy or a fill moves; of a kernel an estimate, 8 a thread
  bool pageable = false;   ///< a copy from or to host memory that is not pinned
  bool holds_host = false; ///< the call returns only when a GPU has done it
  bool of_graph = false;   ///< a node: handed over with the whole graph
  bool on_host = false;    ///< a host function: it may wait for something
  bool even_after_errors = false; ///< also when a kernel has failed
  stream_identity stream = {};    ///< set when it is submitted
  /// Whose engine does it: where a kernel runs; where the device's side of a copy lies, or the side
  /// that is written.
  int device = 0;
  int from_device = 0; ///< of copy_peer
  bool staged = false; ///< of copy_peer: by way of the host, since there is no peer access
  /// What must have been done before, although nothing of the program orders it; null: nothing.
  std::shared_ptr<queued_operation> done_before = {};
  std::shared_ptr<const node_parameters> given = {}; ///< only for a graph
  std::shared_ptr<const child_place> child = {}; ///< of what a kernel has handed over; else null
  /// On the virtual clock; of a kernel it is known only when it has run.
  std::chrono::nanoseconds lasts{0};
};

} // namespace cudalab::emulator
