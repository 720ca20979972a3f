// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Work in streams that the legacy default stream does not wait for, while a function is called
/// whose caller uses the default stream. All of it under device_queue's lock.
#pragma once

#include "emulator/runtime/queue/operation_order.h"
#include "emulator/runtime/queue/streams.h"

namespace cudalab::emulator {

/// The call begins.
void look_for_work_aside();

/// The stream was given this. Called for each operation.
void note_work_aside(const CUstream_st& stream, operation_number given);

/// The call has given something to a stream that the default stream does not wait for.
bool work_went_aside();

/// An operation was given by the call at this code address, or by the launch in this line of a file
/// (the address of its name).
void note_turn(const void* where, int line, operation_number given);
/// Which operation of its place it was since the call began; 0: not known.
unsigned turn_of_work(operation_number number);

/// Calls are followed: there is a caller beside the function that the program is made for.
bool a_call_is_followed();

/// The call has ended. @return whether some of its work is in a stream that the default stream does
/// not wait for, so that what the caller does next may come before it. (Work that begins before
/// the caller's earlier work has ended is a race.)
bool work_stays_aside();

} // namespace cudalab::emulator
