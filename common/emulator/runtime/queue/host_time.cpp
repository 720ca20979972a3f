// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the C and C++ libraries' clocks are in a student's object: the libraries' own, or those of
/// the virtual clock while it runs; and its copies, which take time then. emucc renames the calls.
#include <chrono>
#include <cstring>
#include <ctime>

#include <sys/time.h>
#include <unistd.h>

#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/virtual_time.h"
#include "emulator/virtual_clock.h"

namespace cudalab::emulator {

void virtual_clock_begins() {
  wait_until_idle();
  virtual_now.set_running(true);
}

void virtual_clock_ends() {
  wait_until_idle();
  virtual_now.set_running(false);
  virtual_now.set_part_of_copies_out(1);
}

void set_calendar_forward(std::chrono::nanoseconds by) {
  virtual_now.set_calendar_forward(by);
}

void copies_to_host_take(double part) {
  virtual_now.set_part_of_copies_out(part);
}

} // namespace cudalab::emulator

using cudalab::emulator::nanoseconds;
using cudalab::emulator::virtual_now;

namespace {

template <typename Reading>
auto read_virtual_clock(const Reading& reading) {
  virtual_now.host_computes(cudalab::emulator::virtual_cost::clock_reading);
  return reading();
}

nanoseconds calendar() {
  return read_virtual_clock([] { return virtual_now.calendar(); });
}

timespec to_timespec(nanoseconds time) {
  return {static_cast<time_t>(time.count() / 1000000000),
          static_cast<long>(time.count() % 1000000000)};
}

nanoseconds to_nanoseconds(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

bool is_calendar(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_TAI;
}

bool is_coarse(clockid_t clock) {
  return clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE;
}

/// A coarse clock goes on when Linux's timer interrupts, 250 times a second as Debian builds it.
constexpr nanoseconds coarse_tick = std::chrono::milliseconds(4);

nanoseconds read(clockid_t clock) {
  if (is_coarse(clock)) {
    const nanoseconds now = read(clock == CLOCK_REALTIME_COARSE ? CLOCK_REALTIME : CLOCK_MONOTONIC);
    return now - now % coarse_tick;
  }
  if (is_calendar(clock))
    return calendar();
  return read_virtual_clock([clock] {
    return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID
               ? virtual_now.processor()
               : virtual_now.host();
  });
}

} // namespace

// By their labels: C++ types in functions with C's names.
std::chrono::steady_clock::time_point steady_now() __asm__("cudalab_steady_now");
std::chrono::system_clock::time_point system_now() __asm__("cudalab_system_now");

std::chrono::steady_clock::time_point steady_now() {
  return virtual_now.runs() ? std::chrono::steady_clock::time_point(read(CLOCK_MONOTONIC))
                            : std::chrono::steady_clock::now();
}

std::chrono::system_clock::time_point system_now() {
  return virtual_now.runs() ? std::chrono::system_clock::time_point(calendar())
                            : std::chrono::system_clock::now();
}

extern "C" {

int cudalab_clock_gettime(clockid_t clock, timespec* time) {
  if (!virtual_now.runs())
    return clock_gettime(clock, time);
  *time = to_timespec(read(clock));
  return 0;
}

int cudalab_timespec_get(timespec* time, int base) {
  if (!virtual_now.runs() || base != TIME_UTC)
    return timespec_get(time, base);
  *time = to_timespec(calendar());
  return base;
}

int cudalab_gettimeofday(timeval* time, void* zone) {
  if (!virtual_now.runs())
    return gettimeofday(time, static_cast<struct timezone*>(zone));
  const timespec now = to_timespec(calendar());
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t cudalab_time(time_t* result) {
  if (!virtual_now.runs())
    return time(result);
  const time_t now = to_timespec(calendar()).tv_sec;
  if (result != nullptr)
    *result = now;
  return now;
}

int cudalab_nanosleep(const timespec* time, timespec* rest) {
  if (!virtual_now.runs())
    return nanosleep(time, rest);
  virtual_now.host_sleeps(to_nanoseconds(*time));
  return 0;
}

int cudalab_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!virtual_now.runs())
    return clock_nanosleep(clock, flags, time, rest);
  const nanoseconds asked = to_nanoseconds(*time);
  virtual_now.host_sleeps((flags & TIMER_ABSTIME) != 0 ? asked - read(clock) : asked);
  return 0;
}

int cudalab_usleep(useconds_t microseconds) {
  if (!virtual_now.runs())
    return usleep(microseconds);
  virtual_now.host_sleeps(std::chrono::microseconds(microseconds));
  return 0;
}

unsigned cudalab_sleep(unsigned seconds) {
  if (!virtual_now.runs())
    return sleep(seconds);
  virtual_now.host_sleeps(std::chrono::seconds(seconds));
  return 0;
}

// Of a fast build; those of a checked one are in observe/access/callbacks.cpp.
void* cudalab_timed_memcpy(void* to, const void* from, std::size_t bytes) {
  cudalab::emulator::host_copies(bytes);
  return std::memcpy(to, from, bytes);
}
void* cudalab_timed_memmove(void* to, const void* from, std::size_t bytes) {
  cudalab::emulator::host_copies(bytes);
  return std::memmove(to, from, bytes);
}
void* cudalab_timed_memset(void* to, int value, std::size_t bytes) {
  cudalab::emulator::host_copies(bytes);
  return std::memset(to, value, bytes);
}
}
