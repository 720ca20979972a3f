// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>
#include <thread>

#include "emulator/include/cudalab/driver_api.h"
#include "emulator/include/cudalab/driver_memory_api.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"

using namespace cudalab::emulator;

namespace {

/// In an OS thread that has not used the runtime API.
template <class Do>
void in_fresh_thread(const Do& action) {
  std::thread(action).join();
}

struct two_devices {
  two_devices() { set_device_count(2); }
  ~two_devices() { set_device_count(1); }
};

} // namespace

TEST_CASE("a context of the driver API chooses the device, and the runtime API follows") {
  const two_devices there;
  in_fresh_thread([] {
    CHECK(cuInit(0) == CUDA_SUCCESS);
    CUcontext first = nullptr, second = nullptr, current = nullptr;
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
    CHECK(current == nullptr);
    CHECK(cuCtxCreate(&first, nullptr, 0, 2) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuCtxCreate(&first, nullptr, 0x1000, 0) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(cuCtxCreate(&first, nullptr, 0, 0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&second, 0, 1) == CUDA_SUCCESS);
    CUdevice device = -1;
    CHECK(cuCtxGetDevice(&device) == CUDA_SUCCESS);
    CHECK(device == 1);
    CHECK(current_device() == 1);
    CUdeviceptr memory = 0;
    CHECK(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);
    const auto found = device_memory::instance().find(reinterpret_cast<void*>(memory));
    REQUIRE(found);
    CHECK(found->device == 1);
    CHECK(cuCtxSetCurrent(first) == CUDA_SUCCESS); // in the place of the second
    CHECK(current_device() == 0);
    CHECK(cudaSetDevice(1) == cudaSuccess);
    CHECK(cuCtxGetCurrent(&current) == CUDA_SUCCESS);
    CHECK(current != first);
    CHECK(current != second);
    CHECK(cuCtxDestroy(second) == CUDA_SUCCESS);
    CHECK_FALSE(device_memory::instance().find(reinterpret_cast<void*>(memory)));
    CHECK(cuCtxPushCurrent(second) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxDestroy(second) == CUDA_ERROR_INVALID_CONTEXT);
    CHECK(cuCtxDestroy(first) == CUDA_SUCCESS);
  });
}

TEST_CASE("a context that another thread destroys is told as gone") {
  in_fresh_thread([] {
    CUcontext context = nullptr;
    CHECK(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS);
    in_fresh_thread([=] { CHECK(cuCtxDestroy(context) == CUDA_SUCCESS); });
    CUdeviceptr memory = 0;
    CHECK(cuMemAlloc(&memory, 64) == CUDA_ERROR_CONTEXT_IS_DESTROYED);
  });
}

TEST_CASE("the driver API keeps no error for cudaGetLastError, and tells its own names") {
  in_fresh_thread([] {
    CUcontext context = nullptr;
    CHECK(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
    CHECK(cuCtxPushCurrent(context) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(&context, 0, 4) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuStreamDestroy(nullptr) == CUDA_ERROR_INVALID_HANDLE);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cuCtxPopCurrent(nullptr) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_SUCCESS);
    CHECK(cuDevicePrimaryCtxRelease(0) == CUDA_ERROR_INVALID_CONTEXT);
  });
#define CUDALAB_RESULT(name, number)                                                               \
  {                                                                                                \
    const char* text = nullptr;                                                                    \
    CHECK(cuGetErrorName(name, &text) == CUDA_SUCCESS);                                            \
    CHECK(std::string(text) == #name);                                                             \
    CHECK(cuGetErrorString(name, &text) == CUDA_SUCCESS);                                          \
    CHECK(std::string(text) != "unrecognized error code");                                         \
  }
  CUDALAB_RESULTS
#undef CUDALAB_RESULT
}
