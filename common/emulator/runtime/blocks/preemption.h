// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Fast programs call nobody while they wait for a flag. An OS thread that stays with one CUDA
/// thread for long is interrupted, and the CUDA thread yields in the middle of its loop.
#pragma once

#include <cstdint>

#include <pthread.h>

namespace cudalab::emulator {

/// For the process, once. Only on x86-64; elsewhere such a program waits for its time limit.
void prepare_preemption();

/// Looks at what the OS thread does: a CUDA thread that it was in the last time as well must yield,
/// or end when the launch must. Observed programs are left alone; they say themselves where they
/// are. @param hurried threads wait for each other: any CUDA thread must yield
void interrupt(pthread_t thread, bool hurried);

/// How many threads had to yield so far.
std::uint64_t preemptions();

} // namespace cudalab::emulator
