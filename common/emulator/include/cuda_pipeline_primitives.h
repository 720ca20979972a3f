// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Asynchronous copies of one thread, without objects.
#pragma once

#include "cuda_runtime.h"

#include "cudalab/groups/thread_group.h"

#include "cudalab/async/async_functions.h"

/// Copies 4, 8 or 16 bytes to shared memory; the last `zeros` of them become 0 instead.
CUDALAB_GROUP void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                           size_t zeros = 0) {
  cudalab::emulator::async::copy_with_zeros(to, from, bytes, zeros);
}
CUDALAB_GROUP void __pipeline_commit() {
  cudalab::emulator::async::commit_copies();
}
/// Until all batches of this thread but the last `but_last` are done.
CUDALAB_GROUP void __pipeline_wait_prior(size_t but_last) {
  cudalab::emulator::async::wait_for_copies(static_cast<unsigned>(but_last));
}
