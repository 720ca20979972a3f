// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Time that passes only by what a program does. (What a .cu's own calls become of it: emucc's test
/// programs/host_clocks.cu.)
#include <doctest/doctest.h>

#include <chrono>

#include "emulator/runtime/queue/virtual_time.h"
#include "emulator/virtual_clock.h"
#include "gate.h"

using namespace cudalab::emulator;
using namespace std::chrono_literals;
using kernel_test::device_array;
using kernel_test::launch_configuration;
using kernel_test::scoped_event;
using kernel_test::scoped_stream;
using kernel_test::start;

namespace {

struct virtual_period {
  virtual_period() { virtual_clock_begins(); }
  ~virtual_period() { virtual_clock_ends(); }
};

/// A kernel of known length.
void work_for(std::chrono::nanoseconds time, cudaStream_t stream = nullptr) {
  start(launch_configuration(2, 32, 0, stream),
        [=] { __nanosleep(static_cast<unsigned>(time.count())); });
}

/// What the host's steady clock says of an action.
template <class Action>
std::chrono::nanoseconds time_of(const Action& action) {
  const auto begin = virtual_now.host();
  action();
  return virtual_now.host() - begin;
}

float milliseconds_between(cudaEvent_t first, cudaEvent_t last) {
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, first, last) == cudaSuccess);
  return milliseconds;
}

/// A kernel begins when it has been handed over: while the rest of the call goes on.
constexpr auto call = virtual_cost::call, launch_cost = call + virtual_cost::submission;

} // namespace

TEST_CASE("a launch takes its call's time, waiting takes the kernel's") {
  const virtual_period period;
  CHECK(time_of([] { work_for(5ms); }) == launch_cost);
  const auto computed = virtual_now.processor();
  CHECK(time_of([] { cudaDeviceSynchronize(); }) == 5ms);
  CHECK(virtual_now.processor() - computed == 5ms); // CUDA waits busily
  CHECK(time_of([] { cudaDeviceSynchronize(); }) == call);
}

TEST_CASE("a kernel lasts as long as its first thread sleeps, and its clock tells the time") {
  const virtual_period period;
  device_array<long long> ticks(2, 0);
  long long* const seen = ticks.data();
  start(launch_configuration(1, 64), [=] {
    if (threadIdx.x == 0)
      seen[0] = clock64();
    __nanosleep(threadIdx.x == 0 ? 1000 : 9000);
    if (threadIdx.x == 0)
      seen[1] = clock64();
  });
  CHECK(time_of([] { cudaDeviceSynchronize(); }) == 1020ns); // two readings
  CHECK(ticks.copy()[1] - ticks.copy()[0] == 2 * 1010);
}

TEST_CASE("work of one stream follows each other, streams run side by side") {
  const virtual_period period;
  const scoped_stream one(cudaStreamNonBlocking), other(cudaStreamNonBlocking);
  work_for(2ms, one);
  work_for(2ms, one);
  work_for(3ms, other);
  CHECK(time_of([&] { cudaStreamSynchronize(other); }) == 3ms);
  CHECK(time_of([&] { cudaStreamSynchronize(one); }) == 1ms - 2 * launch_cost);
}

TEST_CASE("events give virtual times, and are not ready before") {
  const virtual_period period;
  const scoped_event before, after;
  work_for(7ms);
  cudaEventRecord(before);
  work_for(2ms);
  cudaEventRecord(after);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(cudaEventQuery(after) == cudaErrorNotReady);
  CHECK(milliseconds == -1);
  cudaGetLastError();
  CHECK(cudaEventSynchronize(after) == cudaSuccess);
  CHECK(milliseconds_between(before, after) == 2.0f);
}

TEST_CASE("a host that asks again and again sees the end") {
  const virtual_period period;
  const scoped_event done;
  work_for(1ms);
  cudaEventRecord(done);
  int asked = 0;
  const auto waited = time_of([&] {
    while (cudaEventQuery(done) == cudaErrorNotReady)
      ++asked;
  });
  CHECK(asked == (1ms - launch_cost - call) / call);
  CHECK(waited == 1ms - launch_cost);
  CHECK(cudaGetLastError() == cudaSuccess); // what is no error is not remembered
}

TEST_CASE("who has not waited for a mark is told once that it is not ready, though it is") {
  const virtual_period period;
  const scoped_event before, after;
  cudaEventRecord(before);
  work_for(1ms);
  cudaDeviceSynchronize();
  cudaEventRecord(after);
  virtual_now.host_sleeps(1ms);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(milliseconds == -1);
  CHECK(cudaEventQuery(before) == cudaSuccess); // waited for
  CHECK(cudaEventQuery(after) == cudaErrorNotReady);
  CHECK(cudaStreamQuery(nullptr) == cudaSuccess); // asked again
  CHECK(cudaEventQuery(after) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess);
}

TEST_CASE("who asks for the time again and again gets it") {
  const virtual_period period;
  const scoped_event before, after;
  cudaEventRecord(before);
  cudaEventRecord(after);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess);
}

TEST_CASE("a mark that the host knows of by a later wait is ready at the first question") {
  const virtual_period period;
  const scoped_event before, after, later;
  cudaEventRecord(before);
  cudaEventRecord(after);
  cudaEventRecord(later);
  cudaEventSynchronize(later);
  CHECK(milliseconds_between(before, after) >= 0);
  cudaEventRecord(after);
  char byte = 0;
  device_array<char> device(1);
  cudaMemcpy(&byte, device.data(), 1, cudaMemcpyDeviceToHost);
  CHECK(milliseconds_between(before, after) >= 0);
}

TEST_CASE("copies take time by their bytes and the host's kind of memory") {
  const virtual_period period;
  constexpr std::size_t bytes = 12000000;
  device_array<char> device(bytes);
  std::vector<char> pageable(bytes);
  char* pinned = nullptr;
  CHECK(time_of([&] { REQUIRE(cudaMallocHost(&pinned, bytes) == cudaSuccess); }) ==
        virtual_cost::allocation + 3ms + call);
  const auto time_to = [&](void* to, const void* from) {
    return time_of([&] { cudaMemcpy(to, from, bytes, cudaMemcpyDefault); }) - launch_cost;
  };
  CHECK(time_to(device.data(), pageable.data()) == 3ms);
  CHECK(time_to(pageable.data(), device.data()) == 3ms);
  CHECK(time_to(device.data(), pinned) == 1ms);
  CHECK(time_to(pinned, device.data()) == 1ms);
  copies_to_host_take(0.5);
  CHECK(time_to(device.data(), pageable.data()) == 3ms);
  CHECK(time_to(pageable.data(), device.data()) == 1500us);
  CHECK(time_to(pinned, device.data()) == 500us);
  copies_to_host_take(1);
  cudaMemset(device.data(), 0, bytes);
  CHECK(time_of([] { cudaDeviceSynchronize(); }) == 12us);
  cudaFreeHost(pinned);
}

TEST_CASE("time stands still while the clock does not run, and nothing of it leaks in") {
  const auto stopped = virtual_now.host();
  work_for(3ms);
  cudaDeviceSynchronize();
  CHECK(virtual_now.host() == stopped);
  work_for(3ms);
  const virtual_period period;
  CHECK(time_of([] {
          work_for(1ms);
          cudaDeviceSynchronize();
        }) == launch_cost + 1ms);
}

TEST_CASE("the host's own copies and allocations take time, the computer has been up for days") {
  const virtual_period period;
  CHECK(time_of([] { host_copies(8000000); }) == 1ms);
  CHECK(time_of([] { host_allocates(16000000); }) == 1ms);
  using milliseconds_in_float = std::chrono::duration<float, std::milli>;
  const auto begin = std::chrono::duration_cast<milliseconds_in_float>(virtual_now.host());
  virtual_now.host_computes(2ms);
  const auto taken = std::chrono::duration_cast<milliseconds_in_float>(virtual_now.host()) - begin;
  CHECK((taken.count() == 0 || taken.count() == 64)); // no digits are left for two milliseconds
}
