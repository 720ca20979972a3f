// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/runtime/memory/device_memory.h"
#include "kernel_test.h"

using namespace cudalab::emulator;

extern "C" const char* cudalab_reason_of(cudaError_t error); // lab/cuda_check.h declares it, too

TEST_CASE("memory goes there and back") {
  forget_errors_when_idle();
  std::vector<int> from(1000), to(1000);
  for (int i = 0; i < 1000; ++i)
    from[static_cast<std::size_t>(i)] = i;
  int *a = nullptr, *b = nullptr;
  CHECK(cudaMalloc(&a, 4000) == cudaSuccess);
  CHECK(cudaMalloc((void**)&b, 4000) == cudaSuccess);
  CHECK(reinterpret_cast<std::uintptr_t>(a) % 256 == 0);
  CHECK(cudaMemcpy(a, from.data(), 4000, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(b, a, 4000, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(to.data(), b, 4000, cudaMemcpyDefault) == cudaSuccess);
  CHECK(to == from);
  CHECK(cudaMemset(b, 0xff, 4000) == cudaSuccess);
  CHECK(cudaMemcpy(to.data(), b, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(to == std::vector<int>(1000, -1));
  CHECK(cudaFree(a) == cudaSuccess);
  CHECK(cudaFree(b) == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a refused copy has a reason for messages, as long as its error is the last one") {
  std::vector<char> host(128);
  char* device = nullptr;
  cudaMalloc(&device, 100);
  const auto reason = [] { return std::string(cudalab_reason_of(cudaErrorInvalidValue)); };
  cudaMemcpy(host.data(), device, 100, cudaMemcpyHostToDevice);
  CHECK(reason() ==
        "the first pointer is host memory, and this direction wants memory of the device there");
  cudaMemcpy(device, host.data(), 100, cudaMemcpyDeviceToDevice);
  CHECK(reason() ==
        "the second pointer is host memory, and this direction wants memory of the device there");
  cudaMemcpy(device + 1, host.data(), 100, cudaMemcpyHostToDevice);
  CHECK(reason() == "100 bytes are copied, and only 99 are there from the first pointer on");
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(reason() == "100 bytes are copied, and only 99 are there from the first pointer on");
  CHECK(std::string(cudalab_reason_of(cudaErrorInvalidPitchValue)) == "");
  host.resize(400);
  cudaMemcpy(device, host.data(), 400, cudaMemcpyHostToDevice);
  CHECK(reason() == "400 bytes are copied, and only 100 are there from the first pointer on: was "
                    "that memory asked for in elements, and not in bytes?");
  cudaEventQuery(nullptr);
  CHECK(reason() == "");
  cudaFree(device);
  cudaMemcpy(device, host.data(), 100, cudaMemcpyHostToDevice);
  CHECK(reason() == "the first pointer points to no live allocation");
  cudaGetLastError();
}

TEST_CASE("the reason of an error that was looked at is not told with a later one") {
  std::vector<char> host(100);
  int here = 0;
  cudaMemcpy(&here, host.data(), 100, cudaMemcpyHostToDevice); // with a reason
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  CHECK(cudaFree(&here) == cudaErrorInvalidValue); // for another one
  CHECK(std::string(cudalab_reason_of(cudaErrorInvalidValue)) == "");
  cudaGetLastError();
}

TEST_CASE("a refused fill says how many bytes there are, and of what") {
  char host[8] = {};
  char* device = nullptr;
  cudaMalloc(&device, 4);
  const auto reason = [] { return std::string(cudalab_reason_of(cudaErrorInvalidValue)); };
  cudaMemset(device, 0, sizeof(device));
  CHECK(reason() == "8 bytes are to be set, and only 4 are there from the pointer on");
  cudalab::emulator::device_memory::instance().name(device, "d_out");
  cudaMemsetAsync(device, 0, sizeof(device));
  CHECK(reason() == "8 bytes are to be set, and only 4 are there from d_out on");
  cudaMemset(device + 1, 0, 4);
  CHECK(reason() == "4 bytes are to be set, and only 3 are there from the pointer on");
  cudaMemset(host, 0, sizeof(host));
  CHECK(reason() == "the pointer is host memory, and the call fills memory of the device");
  cudaFree(device);
  cudaMemset(device, 0, 1);
  CHECK(reason() == "the pointer points to no live allocation");
  cudaGetLastError();
}

TEST_CASE("a copy in the wrong direction or beyond the end is refused") {
  std::vector<char> host(128);
  char* device = nullptr;
  cudaMalloc(&device, 100);
  CHECK(cudaMemcpy(host.data(), device, 100, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), 100, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), 100, cudaMemcpyHostToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device, host.data(), 101, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device + 1, host.data(), 100, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(device + 1, host.data(), 99, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(nullptr, host.data(), 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(device, host.data(), 1, static_cast<cudaMemcpyKind>(7)) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemset(device, 0, 101) == cudaErrorInvalidValue);
  CHECK(cudaMemset(host.data(), 0, 1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  cudaFree(device);
}

TEST_CASE("what was not allocated cannot be freed") {
  int here = 0;
  int* device = nullptr;
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaFree(&here) == cudaErrorInvalidValue);
  cudaMalloc(&device, 40);
  CHECK(cudaFree(device + 1) == cudaErrorInvalidValue);
  CHECK(cudaFree(device) == cudaSuccess);
  CHECK(cudaFree(device) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(&here) == cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST_CASE("sizes of nothing and of too much") {
  float* device = reinterpret_cast<float*>(16);
  CHECK(cudaMalloc(&device, 0) == cudaSuccess);
  CHECK(device == nullptr);
  CHECK(cudaMalloc(&device, std::size_t{1} << 50) == cudaErrorMemoryAllocation);
  CHECK(cudaMalloc(&device, ~std::size_t{0}) == cudaErrorMemoryAllocation);
  CHECK(std::string(cudaGetErrorName(cudaGetLastError())) == "cudaErrorMemoryAllocation");
  std::size_t before = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  cudaMalloc(&device, 4096);
  cudaMemGetInfo(&after, &total);
  CHECK(before - after == 4096);
  cudaFree(device);
}

TEST_CASE("a device with less memory") {
  float *first = nullptr, *second = nullptr;
  limit_device_memory(device_memory_given_out() + 10000);
  std::size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  CHECK(free == 10000);
  CHECK(cudaMalloc(&first, 6000) == cudaSuccess);
  CHECK(cudaMalloc(&second, 4001) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocAsync(&second, 4001, nullptr) == cudaErrorMemoryAllocation);
  CHECK(cudaMallocHost(&second, 40000) == cudaSuccess); // the host has its own
  CHECK(cudaFreeHost(second) == cudaSuccess);
  CHECK(cudaFree(first) == cudaSuccess);
  CHECK(cudaMalloc(&first, 10000) == cudaSuccess);
  limit_device_memory(0);
  CHECK(cudaMalloc(&second, 4001) == cudaSuccess);
  cudaFree(first);
  cudaFree(second);
  cudaGetLastError();
}

TEST_CASE("kernels can remember something in what is allocated and not freed") {
  float *device = nullptr, *managed = nullptr;
  const bool before = kernels_can_remember(); // what other tests have left
  cudaMalloc(&device, 400);
  CHECK(kernels_can_remember());
  cudaFree(device);
  CHECK(kernels_can_remember() == before);
  cudaMallocManaged(&managed, 400);
  CHECK(kernels_can_remember());
  cudaFree(managed);
  CHECK(kernels_can_remember() == before);
  CHECK_FALSE(before);
}

TEST_CASE("pinned host memory is host memory") {
  float *host = nullptr, *device = nullptr;
  CHECK(cudaMallocHost(&host, 400) == cudaSuccess);
  CHECK(device_memory::instance().host_may_touch(host));
  host[99] = 1;
  cudaMalloc(&device, 400);
  CHECK(cudaMemcpy(device, host, 400, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CHECK(cudaFreeHost(host) == cudaSuccess);
  cudaFree(device);
  cudaGetLastError();
}
