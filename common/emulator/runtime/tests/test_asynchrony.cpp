// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the host sees of work that is not done yet: errors, times, copies, host functions.
#include <doctest/doctest.h>

#include <chrono>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "emulator/emulator.h"
#include "emulator/runtime/execution.h"
#include "gate.h"

using namespace cudalab::emulator;
using kernel_test::device_array;
using kernel_test::gate;
using kernel_test::launch_configuration;
using kernel_test::scoped_event;
using kernel_test::scoped_stream;
using kernel_test::start;

TEST_CASE("whether work is pending is a question of what the host has waited for") {
  cudaDeviceSynchronize();
  CHECK_FALSE(work_is_pending());
  start(launch_configuration(1, 1), [] {});
  CHECK(work_is_pending()); // the kernel may have ended long ago
  wait_until_idle();
  CHECK(work_is_pending());
  cudaDeviceSynchronize();
  CHECK_FALSE(work_is_pending());
}

TEST_CASE("events give the time at which the device got to them, not that of the call") {
  const scoped_event before, after;
  float milliseconds = -1;
  gate closed;
  CHECK(cudaEventRecord(before) == cudaSuccess);
  closed.close_device(nullptr);
  CHECK(cudaEventRecord(after) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(cudaEventQuery(after) == cudaErrorNotReady);
  cudaGetLastError();
  const auto began = std::chrono::steady_clock::now(); // the kernel is running
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const std::chrono::duration<float, std::milli> at_least =
      std::chrono::steady_clock::now() - began;
  closed.open();
  CHECK(cudaEventSynchronize(after) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess);
  CHECK(milliseconds >= at_least.count());
}

TEST_CASE("the host learns of a kernel's error when it waits, and later work is dropped") {
  device_array<int> cells(1, 0);
  int* const cell = cells.data();
  const scoped_stream stream;
  start(launch_configuration(1, 1, 0, stream), [] { abandon_launch(cudaErrorIllegalAddress); });
  CHECK(cudaGetLastError() == cudaSuccess);
  start(launch_configuration(1, 1, 0, stream), [=] { *cell = 1; });
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorIllegalAddress);
  CHECK(cudaGetLastError() == cudaErrorIllegalAddress);
  void* memory = nullptr;
  CHECK(cudaMalloc(&memory, 4) == cudaErrorIllegalAddress);
  forget_errors_when_idle();
  CHECK(cells.copy()[0] == 0);
}

TEST_CASE("a copy to the host tells of the error, too") {
  device_array<int> cells(1, 0);
  int result = 5;
  start(launch_configuration(1, 1), [] { abandon_launch(cudaErrorIllegalAddress); });
  CHECK(cudaMemcpy(&result, cells.data(), 4, cudaMemcpyDeviceToHost) == cudaErrorIllegalAddress);
  CHECK(result == 5);
  forget_errors_when_idle();
}

TEST_CASE("an asynchronous copy reads pageable memory now, and pinned memory when its turn comes") {
  device_array<int> cells(2, 0);
  const scoped_stream stream;
  int pageable = 1, *pinned = nullptr;
  REQUIRE(cudaMallocHost(&pinned, sizeof(int)) == cudaSuccess);
  *pinned = 1;
  gate closed;
  closed.close_stream(stream);
  CHECK(cudaMemcpyAsync(cells.data(), &pageable, 4, cudaMemcpyHostToDevice, stream) == cudaSuccess);
  CHECK(cudaMemcpyAsync(cells.data() + 1, pinned, 4, cudaMemcpyHostToDevice, stream) ==
        cudaSuccess);
  pageable = *pinned = 2;
  closed.open();
  CHECK(cells.copy() == std::vector<int>{1, 2});
  cudaFreeHost(pinned);
}

TEST_CASE("copies and fills on the device return at once, copies to the host do not") {
  device_array<int> cells(2, 0);
  gate closed;
  closed.close_device(nullptr);
  CHECK(cudaMemset(cells.data(), 0xff, 4) == cudaSuccess);
  CHECK(cudaMemcpy(cells.data() + 1, cells.data(), 4, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cells.data()[1] == 0);
  closed.open();
  int result = 0;
  CHECK(cudaMemcpy(&result, cells.data() + 1, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(result == -1);
}

TEST_CASE("cudaFree counts as something that waits, cudaFreeAsync does not") {
  take_waits();
  int *one = nullptr, *two = nullptr, *three = nullptr;
  REQUIRE(cudaMalloc(&one, 4) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&two, 4, nullptr) == cudaSuccess);
  REQUIRE(cudaMallocAsync(&three, 4, nullptr) == cudaSuccess);
  CHECK(cudaFreeAsync(two, nullptr) == cudaSuccess);
  CHECK(cudaFree(three) == cudaSuccess); // of a pool: it does not promise to wait
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(take_waits().empty());
  CHECK(cudaFree(one) == cudaSuccess);
  CHECK(take_waits() == std::vector<std::string>{"cudaFree"});
  CHECK(take_waits().empty());
}

TEST_CASE("a place that a stream has just freed is given out again, and freed again") {
  std::set<const int*> places;
  constexpr std::size_t most = 20000;
  int refused = 0;
  for (std::size_t calls = 0; calls < most; ++calls) {
    int* memory = nullptr;
    REQUIRE(cudaMallocAsync(&memory, sizeof(int), nullptr) == cudaSuccess);
    places.insert(memory);
    refused += cudaFreeAsync(memory, nullptr) == cudaSuccess ? 0 : 1;
  }
  CHECK(refused == 0);
  CHECK(places.size() < most); // at least one was given out twice
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("a copy to the host or from it waits, one on the device does not") {
  device_array<int> cells(2);
  int value = 7;
  take_waits();
  take_launches();
  CHECK(cudaMemcpy(cells.data() + 1, cells.data(), 4, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(cells.data(), &value, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(take_waits().empty()); // the host's memory is copied aside at once
  CHECK(cudaMemcpy(cells.data(), &value, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(take_waits() == std::vector<std::string>{"cudaMemcpy"}); // for earlier kernels, and its end
  CHECK(cudaMemcpyAsync(&value, cells.data(), 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(take_waits() == std::vector<std::string>{"cudaMemcpyAsync"}); // pageable memory
}

TEST_CASE("cudaFree waits for what may use the memory") {
  int* memory = nullptr;
  REQUIRE(cudaMalloc(&memory, 4) == cudaSuccess);
  std::atomic<bool> done = false;
  start(launch_configuration(1, 1), [=, &done] {
    *memory = 1;
    done = true;
  });
  CHECK(cudaFree(memory) == cudaSuccess);
  CHECK(done);
}

TEST_CASE("host functions run in the stream's order, and must not call CUDA") {
  struct {
    std::vector<cudaError_t> errors;
    std::vector<cudaStream_t> streams;
  } seen;
  const scoped_stream stream;
  device_array<int> cells(1, 0);
  int* const cell = cells.data();
  start(launch_configuration(1, 1, 0, stream), [=] { *cell = 7; });
  const auto function = [](void* data) {
    void* memory = nullptr;
    auto& errors = static_cast<decltype(seen)*>(data)->errors;
    errors.push_back(cudaMalloc(&memory, 4));
    errors.push_back(cudaStreamSynchronize(nullptr));
    errors.push_back(cudaDeviceSynchronize());
  };
  const auto callback = [](cudaStream_t in, cudaError_t status, void* data) {
    static_cast<decltype(seen)*>(data)->errors.push_back(status);
    static_cast<decltype(seen)*>(data)->streams.push_back(in);
  };
  CHECK(cudaLaunchHostFunc(stream, function, &seen) == cudaSuccess);
  CHECK(cudaStreamAddCallback(stream, callback, &seen, 0) == cudaSuccess);
  CHECK(cudaStreamAddCallback(stream, callback, &seen, 1) == cudaErrorInvalidValue);
  CHECK(cudaLaunchHostFunc(stream, nullptr, &seen) == cudaErrorInvalidValue);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(*cell == 7);
  CHECK(seen.errors == std::vector<cudaError_t>{cudaErrorNotPermitted, cudaErrorNotPermitted,
                                                cudaErrorNotPermitted, cudaSuccess});
  CHECK(seen.streams == std::vector<cudaStream_t>{stream.stream});
  cudaGetLastError();
}

TEST_CASE("after an error a callback hears of it, and a host function is not called") {
  struct {
    bool function = false;
    cudaError_t status = cudaSuccess;
  } seen;
  start(launch_configuration(1, 1), [] { abandon_launch(cudaErrorIllegalAddress); });
  cudaLaunchHostFunc(
      nullptr, [](void* data) { static_cast<decltype(seen)*>(data)->function = true; }, &seen);
  cudaStreamAddCallback(
      nullptr,
      [](cudaStream_t, cudaError_t status, void* data) {
        static_cast<decltype(seen)*>(data)->status = status;
      },
      &seen, 0);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  CHECK(!seen.function);
  CHECK(seen.status == cudaErrorIllegalAddress);
  forget_errors_when_idle();
}

TEST_CASE("a forked child cannot use the device, and says so instead of waiting for ever") {
  gate closed;
  closed.close_device(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    void* memory = nullptr;
    const bool right = cudaMalloc(&memory, 4) == cudaErrorInitializationError &&
                       cudaDeviceSynchronize() == cudaErrorInitializationError &&
                       cudaGetLastError() == cudaErrorInitializationError;
    wait_until_idle();
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  closed.open();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
