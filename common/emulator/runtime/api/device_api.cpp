// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: the device and what it can do.
#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

namespace {

constexpr int cuda_version = 13000;

} // namespace

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  const std::string name = function_at(kernel);
  if (name.empty())
    return finish(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
    return finish(cudaSuccess); // a hint
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
      static_cast<std::size_t>(value) > shared_bytes_per_block_optin)
    return finish(cudaErrorInvalidValue);
  opt_in_shared_bytes(name, static_cast<std::size_t>(value));
  return finish(cudaSuccess);
}

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr)
    return finish(cudaErrorInvalidValue);
  *count = 1;
  return finish(cudaSuccess);
}

cudaError_t cudaGetDevice(int* number) {
  if (number == nullptr)
    return finish(cudaErrorInvalidValue);
  *number = 0;
  return finish(cudaSuccess);
}

cudaError_t cudaSetDevice(int number) {
  return finish(number == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  if (properties == nullptr)
    return finish(cudaErrorInvalidValue);
  if (number != 0)
    return finish(cudaErrorInvalidDevice);
  *properties = device_description();
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceReset() {
  if (wait_for_device() == cudaSuccess)
    for (const allocation& one : device_memory::instance().live())
      device_memory::instance().free(one.begin, __builtin_return_address(0), one.kind);
  return finish(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr)
    return finish(cudaErrorInvalidValue);
  *version = cuda_version;
  return finish(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
