// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A clock for programs that measure time, so that what they measure is the same on every machine,
/// however busy: time passes only by what the program does. While it runs, the clocks that a .cu
/// reads (clock_gettime and its kin, clock(), std::chrono) and the times of events are virtual.
///
/// - The host: each call of the runtime API takes 1 us, one that hands work over 2 us more (a graph
///   as much as one kernel), to make a graph ready 50 us, an allocation 100 us (of pinned memory,
///   besides, a nanosecond for 4 bytes), reading a clock 50 ns. memcpy, memmove and memset, and
///   with them std::copy and the like, take a nanosecond for 8 bytes, malloc and new one for 16.
///   While it waits for the device it keeps its processor busy, as CUDA does unless told otherwise;
///   while it sleeps, it does not. When the program begins, the computer has been up for 12 days.
/// - The device: work begins when it has been handed over and all that it must wait for has ended.
///   Streams do not slow each other down. Copies between host and device take 12 bytes a nanosecond
///   from or to pinned memory and 4 from or to pageable memory; within the device 1,000.
/// - A kernel lasts as long as the thread with all indices 0 asks for with __nanosleep(); and 10 ns
///   for each clock that one of its threads reads.
/// - Questions: who asks whether work has ended (cudaEventQuery, cudaStreamQuery) and has not
///   waited for it is told "not ready" the first time, even if it has: on a GPU it need not have,
///   however short it is. So is who asks for the time between two events and has not waited for the
///   second.
///
/// All else takes no time.
#pragma once

#include <chrono>

namespace cudalab::emulator {

/// Waits until the device is idle; from then on, time is virtual. It goes on where it stood at the
/// end of the last such period.
void virtual_clock_begins();
/// Waits until the device is idle.
void virtual_clock_ends();

/// The calendar's clock (CLOCK_REALTIME, std::chrono::system_clock) is set to another time, as an
/// administrator or a time server does. Steady clocks do not notice.
void set_calendar_forward(std::chrono::nanoseconds by);

/// From now on, until the clock ends, copies from the device to the host take this part of the time
/// that is said above: the two directions of a computer's link are not always equally quick.
void copies_to_host_take(double part);

} // namespace cudalab::emulator
