// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: kernels and their occupancy.
#include <algorithm>
#include <set>
#include <string>

#include "emulator/include/cudalab/function_api.h"
#include "emulator/runtime/api/device_description.h"
#include "emulator/runtime/blocks/launch_limits.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/blocks/occupancy.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// The shared memory that one block may have, static and dynamic.
std::size_t most_shared_bytes(const std::string& kernel) {
  return opted_in_shared_bytes(kernel) != 0 ? shared_bytes_per_block_optin : shared_bytes_per_block;
}

cudaError_t hint_for(const void* kernel) {
  return finish(function_at(kernel).empty() ? cudaErrorInvalidDeviceFunction : cudaSuccess);
}

} // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  if (attributes == nullptr)
    return finish(cudaErrorInvalidValue);
  const std::string name = function_at(kernel);
  if (name.empty())
    return finish(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(name);
  attributes->maxThreadsPerBlock = static_cast<int>(most_threads_of(name));
  attributes->numRegs =
      device_description().regsPerMultiprocessor / device_description().maxThreadsPerMultiProcessor;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  const std::size_t opted_in = opted_in_shared_bytes(name);
  const std::size_t used = std::min(attributes->sharedSizeBytes, shared_bytes_per_block);
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(opted_in != 0 ? opted_in : shared_bytes_per_block - used);
  attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return finish(cudaSuccess);
}

cudaError_t cudaFuncGetName(const char** name, const void* kernel) {
  if (name == nullptr)
    return finish(cudaErrorInvalidValue);
  static auto& names = *new std::set<std::string>; // the caller keeps the pointer
  const std::string found = function_at(kernel);
  if (found.empty())
    return finish(cudaErrorInvalidDeviceFunction);
  *name = names.insert(found).first->c_str();
  return finish(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
  return hint_for(kernel);
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig) {
  return hint_for(kernel);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   std::size_t dynamic_bytes,
                                                                   unsigned flags) {
  if (blocks == nullptr || block_size <= 0 || flags > cudaOccupancyDisableCachingOverride)
    return finish(cudaErrorInvalidValue);
  const std::string name = function_at(kernel);
  if (name.empty())
    return finish(cudaErrorInvalidDeviceFunction);
  const std::size_t shared = static_shared_bytes(name) + dynamic_bytes;
  const bool fits =
      block_size <= device_description().maxThreadsPerBlock && shared <= most_shared_bytes(name);
  const block_needs needs{.threads = static_cast<unsigned>(block_size), .shared_bytes = shared};
  give(blocks, fits ? static_cast<int>(occupancy_of(needs).blocks) : 0, CALLER);
  return finish(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size,
                                                          std::size_t dynamic_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, block_size,
                                                                dynamic_bytes, 0);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int block_size) {
  int most_blocks = 0;
  if (bytes == nullptr || blocks <= 0)
    return finish(cudaErrorInvalidValue);
  if (const cudaError_t error =
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most_blocks, kernel, block_size, 0);
      error != cudaSuccess)
    return error;
  if (blocks > most_blocks)
    return finish(cudaErrorInvalidValue);
  const std::string name = function_at(kernel);
  constexpr std::size_t piece = 128; // shared memory is given out in such pieces
  const std::size_t share = device_description().sharedMemPerMultiprocessor /
                            static_cast<std::size_t>(blocks) / piece * piece;
  const std::size_t used = static_shared_bytes(name);
  const std::size_t room =
      std::min(share - device_description().reservedSharedMemPerBlock, most_shared_bytes(name));
  *bytes = room - std::min(room, used);
  return finish(cudaSuccess);
}

namespace {

/// A handle of the kernel: its address.
template <class Handle>
cudaError_t give_handle(Handle* handle, const void* kernel) {
  if (handle == nullptr)
    return finish(cudaErrorInvalidValue);
  if (function_at(kernel).empty())
    return finish(cudaErrorInvalidDeviceFunction);
  *handle = reinterpret_cast<Handle>(const_cast<void*>(kernel));
  return finish(cudaSuccess);
}

cudaError_t refuse_clusters(const int* answer, const void* kernel,
                            const cudaLaunchConfig_t* configuration) {
  if (answer == nullptr || configuration == nullptr)
    return finish(cudaErrorInvalidValue);
  if (function_at(kernel).empty())
    return finish(cudaErrorInvalidDeviceFunction);
  because("the emulated device has no clusters of blocks");
  return finish(cudaErrorNotSupported);
}

} // namespace

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* kernel) {
  return give_handle(function, kernel);
}

cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* kernel) {
  return give_handle(handle, kernel);
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}

cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* configuration) {
  return refuse_clusters(clusters, kernel, configuration);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* kernel,
                                                 const cudaLaunchConfig_t* configuration) {
  return refuse_clusters(blocks, kernel, configuration);
}
