// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>
#include <thread>

#include "emulator/include/cudalab/driver_api.h"
#include "emulator/include/cudalab/driver_mapping_api.h"
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

TEST_CASE(
    "mapped memory keeps what it holds, belongs to its device, and is no memory of cuMemFree") {
  const two_devices there;
  in_fresh_thread([] {
    CUcontext context = nullptr;
    CHECK(cuInit(0) == CUDA_SUCCESS);
    REQUIRE(cuCtxCreate(&context, nullptr, 0, 0) == CUDA_SUCCESS);
    constexpr std::size_t unit = std::size_t{2} << 20;
    CUmemAllocationProp kind = {};
    kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    kind.location = {CU_MEM_LOCATION_TYPE_DEVICE, 1};
    CUmemGenericAllocationHandle handle = 0, same = 0;
    CUdeviceptr array = 0;
    kind.location.id = 2;
    CHECK(cuMemCreate(&handle, unit, &kind, 0) == CUDA_ERROR_INVALID_DEVICE);
    kind.location.id = 1;
    REQUIRE(cuMemCreate(&handle, unit, &kind, 0) == CUDA_SUCCESS);
    REQUIRE(cuMemAddressReserve(&array, 2 * unit, 0, 0, 0) == CUDA_SUCCESS);
    CHECK(cuMemMap(array + 4096, unit, 0, handle, 0) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemMap(array + 2 * unit, unit, 0, handle, 0) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(cuMemMap(array, unit, 0, handle, 0) == CUDA_SUCCESS);
    CHECK(cuMemMap(array, unit, 0, handle, 0) == CUDA_ERROR_INVALID_VALUE);
    const auto find = [&] {
      return device_memory::instance().find(reinterpret_cast<void*>(array));
    };
    CHECK_FALSE(find());
    CUmemAccessDesc access = {kind.location, CU_MEM_ACCESS_FLAGS_PROT_READ};
    CHECK(cuMemSetAccess(array, unit, &access, 1) == CUDA_ERROR_NOT_SUPPORTED);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    REQUIRE(cuMemSetAccess(array, unit, &access, 1) == CUDA_SUCCESS);
    REQUIRE(find());
    CHECK(find()->device == 1);
    CHECK(cuMemsetD32(array, 17, 4) == CUDA_SUCCESS);
    CHECK(cuMemFree(array) == CUDA_ERROR_INVALID_VALUE);
    REQUIRE(find());
    CHECK(cuMemRetainAllocationHandle(&same, reinterpret_cast<void*>(array + 100)) == CUDA_SUCCESS);
    CHECK(same == handle);
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
    CHECK(cuMemSetAccess(array, unit, &access, 1) == CUDA_SUCCESS);
    CHECK_FALSE(find());
    CHECK(cuMemUnmap(array, 2 * unit) == CUDA_SUCCESS);
    CHECK(cuMemUnmap(array, 2 * unit) == CUDA_SUCCESS); // nothing is mapped there
    // At another place, and used by the device that has no part in it.
    REQUIRE(cuMemMap(array + unit, unit, 0, handle, 0) == CUDA_SUCCESS);
    access = {{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    REQUIRE(cuMemSetAccess(array + unit, unit, &access, 1) == CUDA_SUCCESS);
    int found = 0;
    CHECK(cuMemcpyDtoH(&found, array + unit + 12, 4) == CUDA_SUCCESS);
    CHECK(found == 17);
    const auto offset =
        reinterpret_cast<const std::byte*>(array + unit) - device_memory::instance().begin();
    CHECK(device_memory::instance().device_at(static_cast<std::uint64_t>(offset)) == -1);
    CHECK(cuMemUnmap(array + unit, unit) == CUDA_SUCCESS);
    CHECK(cuMemRelease(handle) == CUDA_SUCCESS);
    CHECK(cuMemRelease(handle) == CUDA_SUCCESS); // it was retained
    CHECK(cuMemRelease(handle) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemAddressFree(array, 2 * unit) == CUDA_SUCCESS);
    CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
  });
}
