// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: the device and what it can do.
#include <fmt/format.h>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/graph_memory.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

constexpr int cuda_version = 13000;

/// Before main(): every call says so.
[[maybe_unused]] const bool looked_for_devices = [] {
  if (device_count() == 0)
    make_sticky(cudaErrorNoDevice);
  return true;
}();

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
  give(count, device_count(), CALLER);
  return finish(cudaSuccess);
}

cudaError_t cudaGetDevice(int* number) {
  if (number == nullptr)
    return finish(cudaErrorInvalidValue);
  give(number, current_device(), CALLER);
  return finish(cudaSuccess);
}

cudaError_t cudaSetDevice(int number) {
  if (!is_device_number(number)) {
    because(fmt::format("device {} is chosen, and there {}", number,
                        device_count() == 1 ? "is one device, number 0"
                                            : fmt::format("are {}, numbers 0 to {}", device_count(),
                                                          device_count() - 1)));
    return finish(cudaErrorInvalidDevice);
  }
  set_current_device(number);
  return finish(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  if (properties == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(number))
    return finish(cudaErrorInvalidDevice);
  *properties = device_description();
  properties->pciBusID = number;
  properties->uuid.bytes[sizeof properties->uuid.bytes - 1] = static_cast<char>(number);
  properties->totalGlobalMem = device_memory::instance().capacity();
  return finish(cudaSuccess);
}

cudaError_t cudaDeviceReset() {
  note_device_reset();
  if (wait_for_device() == cudaSuccess)
    for (const allocation& one : device_memory::instance().live())
      if (one.device == current_device() && !is_mapped(one) && !is_of_other_process(one)) {
        device_memory::instance().free(one.begin, __builtin_return_address(0), one.kind);
        note_gone(one.begin);
      }
  return finish(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  if (version == nullptr)
    return finish(cudaErrorInvalidValue);
  give(version, cuda_version, CALLER);
  return finish(cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
