// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The scenes on which your timers are tried: lab08_scenes.cu sets the stage, calls a timer and
/// returns what it measured. The grader calls these; there is nothing to do here for you.
///
/// Times are in microseconds (_us); 0: that part of the scene is left out. On the emulated device
/// time is virtual, so that the same is measured on every machine.
#pragma once

#include "lab/function.h"

/// What a timer returned, and how often it called launch().
struct measured {
  float ms;
  float calls;
};

/// time_synchronized_ms. launch() hands over `kernels` kernels of `kernel_us` each, and one of
/// `aside_us` in a non-blocking stream of its own (one that does not wait for the default stream);
/// between the first kernel and the next the host sleeps for `pause_us`, and then somebody sets the
/// computer's clock back by `set_back_us` (on the emulated device only).
/// @param earlier_us the device is busy for so long when the timer is called
/// @param earlier_aside 1: with work of another stream
measured measure_synchronized(int earlier_us, int earlier_aside, int kernels, int kernel_us,
                              int aside_us, int pause_us, int set_back_us);

/// time_events_ms, with the same meaning.
measured measure_events(int earlier_us, int kernels, int kernel_us, int aside_us, int pause_us);

/// time_median_ms. The i-th call of launch() hands over a kernel of run_us[i].
measured measure_median(const int* run_us, int count, int warmup, int runs);

/// time_stages, with a kernel that doubles each element and lasts `kernel_us`; meanwhile another
/// one lasts `aside_us` in a non-blocking stream of its own.
/// @param pinned 1: host_memory::pinned
/// @return kernel_ms
float measure_kernel_stage(const float* input, float* output, int n, int pinned, int kernel_us,
                           int aside_us);

/// The copies that time_stages measured, as multiples of what the scene itself measures for copies
/// of as many bytes from and to host memory of that kind: 1 is right.
struct copy_ratios {
  float in;
  float out;
};
copy_ratios measure_copy_stages(int n, int pinned);

/// What the copies of time_stages go from and to, whatever time they take: the part of the n
/// elements that goes from, and to, host memory of that kind, at most 1. (1 on a GPU.)
copy_ratios measure_host_memory(int n, int pinned);

// Below, `timer` is 0 time_synchronized_ms, 1 time_events_ms, 2 time_median_ms with one run to warm
// up and three to measure, 3 time_stages; and `call` is the one, from 0, in which launch() does
// what the scene is about. In all others it is right.

/// How launch() is called. @return 0: itself, by the calling thread; else the sum of 1: in another
/// thread, 2: a copy of it
int measure_conduct(int timer);

/// What becomes of a launch() whose kernel is refused.
/// @return 1: the timer threw lab::cuda_error; 0: it returned; 2: it threw something else;
/// 3: it threw once more for a launch() that is right; 4: it then measured another time of known
/// work than before (on the virtual clock); 5: it threw a plain std::exception, as who copies it
int measure_refused_launch(int timer, int call);

/// What becomes of a launch() whose kernel is accepted and fails while it runs. (1 on a GPU, which
/// no program can use any more after that.)
/// @return 1: the timer threw lab::cuda_error; 0: it returned; 2: it threw something else;
/// 5: a plain std::exception
int measure_failing_kernel(int timer);

/// A launch() that throws: an exception derived from std::runtime_error, or an int. What the timer
/// leaves behind is looked at afterwards.
/// @param an_int 1: it throws one
/// @param n, pinned of time_stages
/// @return 1: it came out of the timer as it was; 0: it returned; 2: it threw something else;
/// 3: it threw once more for a launch() that is right; 4: it then measured another time of known
/// work than before (on the virtual clock)
int measure_throwing_launch(int timer, int call, int an_int, int n, int pinned);

LAB_STRUCT(measured, float)
LAB_STRUCT(copy_ratios, float)
LAB_FUNCTION(measure_synchronized, earlier_us, earlier_aside, kernels, kernel_us, aside_us,
             pause_us, set_back_us)
LAB_FUNCTION(measure_events, earlier_us, kernels, kernel_us, aside_us, pause_us)
LAB_FUNCTION(measure_median, run_us, count, warmup, runs)
LAB_FUNCTION(measure_kernel_stage, input, output, n, pinned, kernel_us, aside_us)
LAB_FUNCTION(measure_copy_stages, n, pinned)
LAB_FUNCTION(measure_host_memory, n, pinned)
LAB_FUNCTION(measure_conduct, timer)
LAB_FUNCTION(measure_refused_launch, timer, call)
LAB_FUNCTION(measure_failing_kernel, timer)
LAB_FUNCTION(measure_throwing_launch, timer, call, an_int, n, pinned)
