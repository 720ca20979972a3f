// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: errors, and devices.
#include <algorithm>
#include <cstring>

#include "emulator/include/cudalab/device_api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"

using namespace cudalab::emulator;

const char* cudalab::emulator::name_of(CUresult error) {
  switch (error) {
#define CUDALAB_RESULT(name, number)                                                               \
  case name:                                                                                       \
    return #name;
    CUDALAB_RESULTS
#undef CUDALAB_RESULT
  }
  return nullptr;
}

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (name == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  *name = name_of(error);
  return *name == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (text == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  const bool known = name_of(error) != nullptr;
  *text = !known ? nullptr
          : error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT // which the runtime API does not have
              ? "context already current"
              : cudaGetErrorString(static_cast<cudaError_t>(error));
  return known ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int* version) {
  const driver_call call("cuDriverGetVersion", __builtin_return_address(0)); // before cuInit, too
  return as_result(cudaDriverGetVersion(version));
}

CUresult cuDeviceGet(CUdevice* device, int number) {
  BEGIN_DRIVER_CALL("cuDeviceGet", check_initialised);
  if (device == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(number))
    return CUDA_ERROR_INVALID_DEVICE;
  *device = number;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  BEGIN_DRIVER_CALL("cuDeviceGetCount", check_initialised);
  return as_result(cudaGetDeviceCount(count));
}

namespace {

/// What cudaGetDeviceProperties says of the device.
CUresult read_properties(cudaDeviceProp& properties, CUdevice device) {
  return as_result(cudaGetDeviceProperties(&properties, device));
}

CUresult read_uuid(CUuuid* uuid, CUdevice device) {
  if (uuid == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult error = read_properties(properties, device);
  if (error == CUDA_SUCCESS)
    *uuid = properties.uuid;
  return error;
}

} // namespace

CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetName", check_initialised);
  if (name == nullptr || size <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const CUresult failed = read_properties(properties, device); failed != CUDA_SUCCESS)
    return failed;
  const std::size_t most = static_cast<std::size_t>(size) - 1;
  const std::size_t length = std::min(most, std::strlen(properties.name));
  std::memcpy(name, properties.name, length);
  name[length] = '\0';
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetUuid", check_initialised);
  return read_uuid(uuid, device);
}

CUresult cuDeviceGetUuid_v2(CUuuid* uuid, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetUuid_v2", check_initialised);
  return read_uuid(uuid, device);
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceTotalMem", check_initialised);
  if (bytes == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  *bytes = device_memory::instance().capacity();
  return CUDA_SUCCESS;
}

namespace {

/// What only the driver API tells. @return false: the runtime API tells it, or nobody
bool read_driver_attribute(CUdevice_attribute attribute, int& value) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
    value = device_description().unifiedFunctionPointers;
    return true;
  case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
    value = 1;
    return true;
  case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
  case CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
  case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    value = 0;
    return true;
  default:
    return false;
  }
}

} // namespace

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetAttribute", check_initialised);
  if (value == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  if (!is_device_number(device))
    return CUDA_ERROR_INVALID_DEVICE;
  if (read_driver_attribute(attribute, *value))
    return CUDA_SUCCESS;
  return as_result(cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device));
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceComputeCapability", check_initialised);
  if (major == nullptr || minor == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  if (const CUresult failed = read_properties(properties, device); failed != CUDA_SUCCESS)
    return failed;
  *major = properties.major;
  *minor = properties.minor;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetProperties(CUdevprop* to, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetProperties", check_initialised);
  if (to == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp from;
  if (const CUresult failed = read_properties(from, device); failed != CUDA_SUCCESS)
    return failed;
  *to = {};
  to->maxThreadsPerBlock = from.maxThreadsPerBlock;
  std::copy(std::begin(from.maxThreadsDim), std::end(from.maxThreadsDim), to->maxThreadsDim);
  std::copy(std::begin(from.maxGridSize), std::end(from.maxGridSize), to->maxGridSize);
  to->sharedMemPerBlock = static_cast<int>(from.sharedMemPerBlock);
  to->totalConstantMemory = static_cast<int>(from.totalConstMem);
  to->SIMDWidth = from.warpSize;
  to->memPitch = static_cast<int>(from.memPitch);
  to->regsPerBlock = from.regsPerBlock;
  to->textureAlign = static_cast<int>(from.textureAlignment);
  return as_result(cudaDeviceGetAttribute(&to->clockRate, cudaDevAttrClockRate, device));
}

CUresult cuDeviceGetPCIBusId(char* text, int size, CUdevice device) {
  BEGIN_DRIVER_CALL("cuDeviceGetPCIBusId", check_initialised);
  return as_result(cudaDeviceGetPCIBusId(text, size, device));
}

CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  BEGIN_DRIVER_CALL("cuDeviceGetByPCIBusId", check_initialised);
  return as_result(cudaDeviceGetByPCIBusId(device, text));
}

CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  BEGIN_DRIVER_CALL("cuDeviceCanAccessPeer", check_initialised);
  return as_result(cudaDeviceCanAccessPeer(can, device, peer));
}
