// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of cudaStreamWaitEvent that wait for nothing, as their event was never recorded before.
/// That alone is no mistake: a ring of buffers does so in its first round. All of it under
/// device_queue's lock.
#pragma once

#include <memory>

#include "emulator/runtime/queue/events.h"
#include "emulator/runtime/queue/operation.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator {

struct empty_wait {
  const void* called_at = nullptr;
  // The first record of its event; null and 0: not yet.
  const void* recorded_at = nullptr;
  operation_number recorded_after = 0; ///< what its stream was given last before it
};

/// The stream waits for an event that nobody has recorded.
void note_empty_wait(CUstream_st& stream, CUevent_st& event, const void* caller);
/// The event is recorded.
void note_record(const CUstream_st& stream, CUevent_st& event, const void* caller);
/// The stream was given something to do.
void note_work(CUstream_st& stream, operation_number given);

/// The last wait just before `later` in its stream whose event was recorded just after `earlier`,
/// too late. Null: there is none.
std::shared_ptr<const empty_wait> empty_wait_between(operation_number earlier,
                                                     operation_number later);

} // namespace cudalab::emulator
