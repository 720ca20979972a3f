// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Every clock of the C and C++ libraries is virtual while the virtual clock runs.
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>

#include <sys/time.h>
#include <unistd.h>

namespace cudalab {
namespace emulator {
void virtual_clock_begins();
void virtual_clock_ends();
void set_calendar_forward(std::chrono::nanoseconds by);
} // namespace emulator
} // namespace cudalab

__global__ void last_for(unsigned nanoseconds) {
  __nanosleep(nanoseconds);
}

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return 1e3 * time.tv_sec + 1e-6 * time.tv_nsec;
}

double microseconds_of_day() {
  timeval time;
  gettimeofday(&time, nullptr);
  return 1e6 * time.tv_sec + time.tv_usec;
}

template <class Clock>
double milliseconds_since(typename Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

int main() {
  using std::chrono::steady_clock;
  using std::chrono::system_clock;
  std::printf("%d\n", int(steady_clock::now() > steady_clock::time_point())); // the real one
  cudalab::emulator::virtual_clock_begins();
  const double monotonic = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
  const double of_day = microseconds_of_day();
  const auto steady = steady_clock::now();
  const auto system = system_clock::now();
  const clock_t ticks = clock();
  const time_t seconds = time(nullptr);
  last_for<<<1, 1>>>(20000000);
  cudaDeviceSynchronize();
  usleep(5000);
  sleep(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(975));
  std::printf("%.1f %.1f %.1f %.1f %.1f %.1f %d\n", now(CLOCK_MONOTONIC) - monotonic,
              milliseconds_since<steady_clock>(steady), milliseconds_since<system_clock>(system),
              1e-3 * (microseconds_of_day() - of_day), now(CLOCK_PROCESS_CPUTIME_ID) - processor,
              1e3 * (clock() - ticks) / CLOCKS_PER_SEC, int(time(nullptr) - seconds));
  cudalab::emulator::set_calendar_forward(-std::chrono::hours(1));
  std::printf("%.0f %.0f\n", milliseconds_since<system_clock>(system),
              milliseconds_since<steady_clock>(steady));
  cudalab::emulator::virtual_clock_ends();
}
