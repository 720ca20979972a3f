// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 08: what you implement in lab08.cu.
///
/// `launch` hands work to the device and returns; it may do work of the host too. Every timer calls
/// it in the calling thread, and not a copy of it (it may count its calls in itself), as often as
/// is said below, however short its work is, and returns milliseconds. When a launch inside of
/// launch() was refused, or a kernel failed while it ran, the timer throws lab::cuda_error, in
/// whichever call that was: a time without an error is the time of work that was done. When
/// launch() throws, the timer throws the same, from a warm-up too; that may be anything, also an
/// int. Each call of a timer destroys the events that it creates and frees its memory before it
/// ends, also by any exception (classes with a destructor do that: `event`, lab::device_buffer).
#pragma once

#include <functional>

#include "lab/function.h"

/// Exercise 1: what the host's clock says. From the call of launch() to the end of all that it did
/// and of all work that it handed to the device, in any stream. Work that was handed over before is
/// not part of it. The clock is a steady one: setting the computer's clock does not change it.
/// Calls launch() once.
/// @throws lab::cuda_error
float time_synchronized_ms(const std::function<void()>& launch);

/// Exercise 2: what the device says. The time between two events of the default stream, one before
/// and one after what launch() hands over to that stream. The host waits for nothing before it
/// calls launch(): what the device still has to do comes before the first event. The host waits
/// for the second event before it asks for the time, also where the work before that event has
/// ended. Calls launch() once.
/// @throws lab::cuda_error
float time_events_ms(const std::function<void()>& launch);

/// Exercise 3: calls launch() `warmup` times without measuring, then `runs` times, each of them
/// measured by itself. @return the median of the measured times: the one in the middle when they
/// are sorted; of an even number, the mean of the two in the middle.
/// @param warmup at least 0
/// @param runs at least 1
/// @throws lab::cuda_error
float time_median_ms(const std::function<void()>& launch, int warmup, int runs);

/// Two kinds of host memory: malloc, new and std::vector make pageable memory, cudaMallocHost makes
/// pinned memory.
enum class host_memory { pageable, pinned };

struct stage_times {
  float copy_in_ms;  ///< host to device
  float kernel_ms;   ///< launch(): all that it hands over to the default stream, by the device
  float copy_out_ms; ///< device to host
};

/// Exercise 4: the three stages of a program, each measured by itself:
/// 1. from a host buffer of kind `kind`, which holds the `n` elements of `input`, to the device,
/// 2. launch(d_data), called once, which changes the n elements there,
/// 3. back into the host buffer. From there they go to `output`.
/// Allocating and freeing memory, and copies on the host, are not part of these times. All memory
/// is freed, the host's too, also when launch() throws.
/// @param input, output n elements of pageable memory, n from 1 to 2^28. Grading without a GPU
/// tries n up to 252,000.
/// @throws lab::cuda_error
stage_times time_stages(const float* input, float* output, int n, host_memory kind,
                        const std::function<void(float* d_data)>& launch);

#include "lab08_scenes.h"
