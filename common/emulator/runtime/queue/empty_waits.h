// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Calls of cudaStreamWaitEvent that wait for nothing, as their event was never recorded before,
/// and those that wait for a mark which stands before what they should wait for. Neither alone is a
/// mistake: a ring of buffers waits for nothing in its first round. All of it under device_queue's
/// lock.
#pragma once

#include <functional>
#include <memory>
#include <optional>

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
/// The stream waits for a mark. @param number of the wait
void note_wait(CUstream_st& stream, const event_mark& mark, const void* caller,
               operation_number number);
/// The event is recorded.
void note_record(const CUstream_st& stream, CUevent_st& event, const void* caller);
/// The stream was given something to do.
void note_work(CUstream_st& stream, operation_number given);

/// The first wait just before `later` in its stream whose event was recorded, too late, just after
/// `earlier` or after what comes behind it. Null: there is none.
/// @param is_behind whether work comes after `earlier` in any case
std::shared_ptr<const empty_wait>
empty_wait_between(operation_number earlier, operation_number later,
                   const std::function<bool(operation_number)>& is_behind);

/// Where the last wait for nothing just before `later` in its stream was called; null: there was
/// none.
const void* empty_wait_before(operation_number later);

/// The last wait just before `later` in its stream that was called when `earlier` had been given,
/// and that is for a mark which stands before `earlier` in its stream.
std::optional<marked_wait> early_mark_between(operation_number earlier,
                                              const stream_identity& stream_of_earlier,
                                              operation_number later);

/// The last wait just before `later` in its stream that is for a mark of another stream than that
/// of `earlier`, recorded after `earlier` had been given.
std::optional<marked_wait> mark_elsewhere_between(operation_number earlier,
                                                  const stream_identity& stream_of_earlier,
                                                  operation_number later);

/// The last wait between the two of the earlier one's stream for an event that was recorded in
/// itself, behind the earlier one: such a wait changes nothing.
std::optional<marked_wait> own_wait_between(operation_number earlier,
                                            const stream_identity& stream_of_earlier,
                                            operation_number later);

} // namespace cudalab::emulator
