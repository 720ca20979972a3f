// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include "kernel_test.h"

using kernel_test::launch_configuration;

TEST_CASE("events measure the time between them") {
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start) == cudaSuccess);
  CHECK(cudaEventCreate(&stop) == cudaSuccess);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(start) == cudaSuccess);
  kernel_test::run(launch_configuration(4, 64), [] { __syncthreads(); });
  CHECK(cudaEventRecord(stop) == cudaSuccess);
  CHECK(cudaEventSynchronize(stop) == cudaSuccess);
  CHECK(cudaEventQuery(stop) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop) == cudaSuccess);
  CHECK(milliseconds > 0);
  CHECK(cudaEventDestroy(start) == cudaSuccess);
  CHECK(cudaEventDestroy(stop) == cudaSuccess);
  CHECK(cudaEventRecord(stop) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("an event without timing gives no time") {
  cudaEvent_t event = nullptr;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event);
  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, event, event) == cudaErrorInvalidResourceHandle);
  cudaEventDestroy(event);
  cudaGetLastError();
}

TEST_CASE("streams can be made, used and destroyed") {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  kernel_test::run(launch_configuration(1, 1, 0, stream), [] {});
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}
