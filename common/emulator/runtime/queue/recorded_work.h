// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a program asked of the device, and what its host did meanwhile, in the order in which it
/// happened: for who wants to know when each operation would run. Nothing is kept unless asked for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// An operation was handed over.
struct recorded_operation {
  operation_number number = 0;
  std::string name; ///< the kernel, or the call
  work_kind kind = work_kind::mark;
  std::size_t bytes = 0; ///< as operation::bytes; what a kernel really moves is in kernel_bytes
  bool pageable = false;
  bool holds_host = false; ///< the call returns when the operation has ended
  bool of_graph = false;
  stream_identity stream = {};
  int device = 0, from_device = 0; ///< as in operation
  bool staged = false;
  std::vector<operation_number> after; ///< it begins when all of these have ended
  const void* on_device = nullptr;     ///< of a copy in or out: where its device memory begins
};

/// The host stood still until all of these had ended.
struct recorded_wait {
  std::string call; ///< "cudaStreamSynchronize"; empty: not known
  std::vector<operation_number> on;
};

/// The host worked for so long, by what virtual_cost says. (Its own allocations are left out.)
struct recorded_host_work {
  std::chrono::nanoseconds lasts{0};
};

struct work_record {
  std::vector<std::variant<recorded_operation, recorded_wait, recorded_host_work>> steps;
  struct moved {
    std::uint64_t bytes = 0;
    std::uint64_t of_peers = 0; ///< of them, in memory of other devices
  };
  std::map<operation_number, moved> kernel_bytes; ///< of launches that somebody metered
};

/// From now on everything is kept, from nothing; of the host's work that of this OS thread.
void begin_work_record();
bool work_is_recorded();
/// What was kept, and no longer.
work_record end_work_record();

// For the runtime; they do nothing while nothing is kept. Any OS thread.

void record_operation(operation_number number, const operation& work,
                      const std::vector<operation_number>& after);
/// @param call that waits; "": not known
void record_wait(const char* call, const std::vector<operation_number>& on);
void record_host_work(std::chrono::nanoseconds lasts);
/// While it lives, what this OS thread copies is the device's own doing: it looks up a kernel.
class unrecorded_host_work {
public:
  unrecorded_host_work();
  ~unrecorded_host_work();
  unrecorded_host_work(const unrecorded_host_work&) = delete;
  unrecorded_host_work& operator=(const unrecorded_host_work&) = delete;
};
/// A kernel has read and written so many bytes.
/// @param of_peers of them, in memory of other devices
void record_kernel_bytes(operation_number number, std::uint64_t bytes, std::uint64_t of_peers);

} // namespace cudalab::emulator
