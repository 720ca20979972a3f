// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What cuda::barrier, cuda::pipeline and asynchronous copies are made of: functions of the
/// library. `called` is the name that messages use.
#pragma once // IWYU pragma: private, include <cuda/barrier>

#include <stddef.h>

#include "../attributes.h"
#include "../groups/group_functions.h"

namespace cudalab {
namespace emulator {
namespace async {

/// The 8 bytes of a barrier. @param expected arrivals that end a phase
__device__ void make_barrier(void* barrier, ptrdiff_t expected);
/// @param arrivals how many arrivals this call is @param bytes that this phase shall wait for, too
/// @param drops whether later phases expect so many arrivals less
/// @param whole_device whether threads of other blocks use the barrier
/// @return the phase, for wait_for_phase()
__device__ unsigned arrive_at_barrier(void* barrier, ptrdiff_t arrivals, ptrdiff_t bytes,
                                      bool drops, bool whole_device, const char* called);
/// Adds to the bytes that this phase waits for.
__device__ void expect_bytes(void* barrier, ptrdiff_t bytes);
/// Until the phase has ended. Phases are numbered in a circle of 8.
__device__ void wait_for_phase(void* barrier, unsigned phase, bool whole_device,
                               const char* called);
/// Until the last phase with this parity has ended: at first the one with parity 1 has.
__device__ void wait_for_parity(void* barrier, bool parity, bool whole_device, const char* called);
/// Whether it has ended; then as after waiting for it.
__device__ bool phase_has_ended(void* barrier, unsigned phase, bool whole_device);
__device__ bool parity_has_ended(void* barrier, bool parity, bool whole_device);

/// The part of thread `rank` of `threads` in an asynchronous copy. It is done at once; the checks
/// take it for under way until somebody has waited for it.
/// @param barrier whose phase waits for the copy; null: wait_for_copies() of this thread does
__device__ void copy_part(void* to, const void* from, size_t bytes, unsigned long long rank,
                          unsigned long long threads, void* barrier);
/// The copy of a thread whose bytes the barrier counts (arrive_at_barrier, expect_bytes).
__device__ void copy_counted(void* to, const void* from, size_t bytes, void* barrier);
/// One thread's copy of 4, 8 or 16 bytes, of which the last `zeros` are 0 and not copied.
__device__ void copy_with_zeros(void* to, const void* from, size_t bytes, size_t zeros);
/// The copies that this thread has begun since the last such call are a batch.
__device__ void commit_copies();
/// Until all batches of this thread but the last `but_last` are done.
__device__ void wait_for_copies(unsigned but_last);

} // namespace async
} // namespace emulator
} // namespace cudalab
