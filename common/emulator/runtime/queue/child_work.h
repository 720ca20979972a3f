// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Work that a kernel hands over: launches of other kernels, copies and fills (CUDA's dynamic
/// parallelism). It is done when all blocks of the kernel have ended, one after the other, each
/// with what it hands over in turn; so it comes after everything that the kernel does, which is one
/// of the orders that CUDA allows. Whoever waits for the kernel waits for all of it.
#pragma once

#include <memory>
#include <string>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/child_place.h"
#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// Why a kernel cannot hand work over to the stream; "": it can.
std::string refuses_child_work(cudaStream_t stream);

/// Whether the kernel that runs has handed work over, which begins when its blocks have ended.
bool child_work_is_pending();

/// Called by a thread of a kernel. @return cudaErrorInvalidResourceHandle: the stream refuses it
cudaError_t add_child_work(cudaStream_t stream, operation work);

/// A thread of a kernel records the event, or lets the stream wait for it: see child_place.
void note_child_record(cudaEvent_t event, cudaStream_t stream);
void note_child_wait(cudaStream_t stream, cudaEvent_t event);

/// Does what the kernel that has just ended has handed over, or drops it when the device has
/// failed.
/// @param number of the operation that the kernel is part of
void do_child_work(operation_number number);
/// Of the launch that do_child_work() does now; null: the host has made it.
const std::shared_ptr<const child_place>& child_in_hand();

} // namespace cudalab::emulator
