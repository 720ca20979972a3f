// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "kernel_test.h"

using namespace cudalab::emulator;

namespace {

void large_kernel(float*) {}
template <int>
void template_kernel() {}

cudaError_t launch_with(const char* name, std::size_t shared) {
  launch(launch_configuration(1, 1, shared), name, [] {});
  return cudaGetLastError();
}

} // namespace

TEST_CASE("the device is one that a student's program can believe") {
  int count = 0, device = -1, version = 0;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(std::string(properties.name) == "emulated CUDA device");
  CHECK(properties.warpSize == 32);
  CHECK(properties.maxThreadsPerBlock == 1024);
  CHECK(properties.sharedMemPerBlock == 49152);
  CHECK(cudaGetDeviceProperties(&properties, 1) == cudaErrorInvalidDevice);
  int value = 0;
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess);
  CHECK(value == 232448);
  CHECK(cudaRuntimeGetVersion(&version) == cudaSuccess);
  CHECK(version >= 11000);
  cudaGetLastError();
}

TEST_CASE("errors have CUDA's numbers, names and texts") {
  CHECK(static_cast<int>(cudaErrorIllegalAddress) == 700);
  CHECK(static_cast<int>(cudaErrorInvalidConfiguration) == 9);
  CHECK(std::string(cudaGetErrorName(cudaErrorInvalidConfiguration)) ==
        "cudaErrorInvalidConfiguration");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) ==
        "invalid configuration argument");
  CHECK(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))) ==
        "unrecognized error code");
}

TEST_CASE("more than 48 KB of dynamic shared memory has to be asked for, kernel by kernel") {
  constexpr auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(launch_with("large_kernel", 100000) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(large_kernel, attribute, 100000) == cudaSuccess);
  CHECK(launch_with("large_kernel", 100000) == cudaSuccess);
  CHECK(launch_with("large_kernel", 100001) == cudaErrorInvalidValue);
  CHECK(launch_with("template_kernel", 100000) == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(template_kernel<4>, attribute, 232448) == cudaSuccess);
  CHECK(launch_with("template_kernel", 232448) == cudaSuccess);
  CHECK(cudaFuncSetAttribute(large_kernel, attribute, 232449) == cudaErrorInvalidValue);
  int no_function = 0;
  CHECK(cudaFuncSetAttribute(&no_function, attribute, 1) == cudaErrorInvalidDeviceFunction);
  cudaGetLastError();
}
