// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The error state behind cudaGetLastError().
#pragma once

#include <string>

#include "emulator/include/cudalab/errors.h"

namespace cudalab::emulator {

/// What a call of the runtime API returns: notes the error as the last one of this host thread. A
/// sticky error goes before any other.
cudaError_t finish(cudaError_t error);
/// The same for a call that asks whether work has ended. A loop that asks until it has, whatever
/// the answer is, never ends after an error: once there are very many in a row a line is printed.
cudaError_t finish_query(const char* call, cudaError_t error);

/// Why the next error that finish() notes on this host thread came, for messages: CUDA's own words
/// say only "invalid argument". lab/cuda_check.h tells it.
void because(std::string reason);

/// The error with which every call fails from now on, or cudaSuccess: a kernel was abandoned and
/// the host has learned of it; or this OS thread must not call CUDA at all.
cudaError_t sticky_error();
/// Every later call of the runtime API returns this. The first one stays.
void make_sticky(cudaError_t error);

/// A kernel was abandoned: the device does no more work. The host learns of it when it waits.
void fail_device(cudaError_t error);
cudaError_t device_error();
/// The host has waited: the device's error becomes the sticky one. @return it, or cudaSuccess
cudaError_t learn_device_error();

/// While it lives, this OS thread works for the device, and calls of the runtime API fail with
/// cudaErrorNotPermitted, as in a host function on a GPU.
class device_thread_scope {
public:
  device_thread_scope();
  ~device_thread_scope();
  device_thread_scope(const device_thread_scope&) = delete;
  device_thread_scope& operator=(const device_thread_scope&) = delete;
};
/// Whether such a scope lives in this OS thread.
bool on_device_thread();

/// The next error that finish() notes on this host thread has a finding of its own.
void explained_by_finding();
/// Whether that was so with the last error that it noted.
bool last_error_is_explained();

/// For tests, when the device is idle: as in a new process.
void forget_errors();

} // namespace cudalab::emulator

/// What because() said of the error that was noted last, if it is this one; else "".
extern "C" const char* cudalab_reason_of(cudaError_t error);
