// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: kernels, and how many of their blocks are on a multiprocessor at once.
/// Registers never limit that here.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "device_api.h"
#include "launch_config.h"

#define cudaOccupancyDefault 0x00u
#define cudaOccupancyDisableCachingOverride 0x01u

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaFuncGetName(const char** name, const void* kernel);
/// Where a parameter is among a kernel's arguments, and how large. @param bytes may be null
cudaError_t cudaFuncGetParamInfo(const void* kernel, size_t number, size_t* offset, size_t* bytes);

/// Handles of a kernel: here its address, so all calls that want a kernel take them.
typedef struct CUfunc_st* cudaFunction_t;
typedef struct CUkern_st* cudaKernel_t;
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* kernel);
cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* kernel);
cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device);
// Hints without effect.
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config);

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t dynamic_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   size_t dynamic_bytes,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size);

/// There are no clusters: cudaErrorNotSupported for every kernel.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* kernel,
                                           const cudaLaunchConfig_t* configuration);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, const void* kernel,
                                                 const cudaLaunchConfig_t* configuration);

template <class Kernel>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return cudaFuncGetAttributes(attributes, (cudalab::emulator::kernel_address)kernel);
}
template <class Kernel>
inline cudaError_t cudaFuncGetName(const char** name, Kernel* kernel) {
  return cudaFuncGetName(name, (cudalab::emulator::kernel_address)kernel);
}
template <class Kernel>
inline cudaError_t cudaFuncSetCacheConfig(Kernel* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((cudalab::emulator::kernel_address)kernel, config);
}
template <class Kernel>
inline cudaError_t cudaFuncSetSharedMemConfig(Kernel* kernel, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((cudalab::emulator::kernel_address)kernel, config);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel,
                                                                 int block_size,
                                                                 size_t dynamic_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (cudalab::emulator::kernel_address)kernel, block_size, dynamic_bytes);
}
template <class Kernel>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Kernel* kernel, int block_size,
                                                       size_t dynamic_bytes, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, (cudalab::emulator::kernel_address)kernel, block_size, dynamic_bytes, flags);
}
template <class Kernel>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, Kernel* kernel,
                                                             int blocks, int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (cudalab::emulator::kernel_address)kernel,
                                                   blocks, block_size);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, Kernel* kernel,
                                                  const cudaLaunchConfig_t* configuration) {
  return cudaOccupancyMaxActiveClusters(clusters, (cudalab::emulator::kernel_address)kernel,
                                        configuration);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* blocks, Kernel* kernel,
                                                        const cudaLaunchConfig_t* configuration) {
  return cudaOccupancyMaxPotentialClusterSize(blocks, (cudalab::emulator::kernel_address)kernel,
                                              configuration);
}
template <class Kernel>
inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, Kernel* kernel) {
  return cudaGetFuncBySymbol(function, (cudalab::emulator::kernel_address)kernel);
}
template <class Kernel>
inline cudaError_t cudaGetKernel(cudaKernel_t* handle, Kernel* kernel) {
  return cudaGetKernel(handle, (cudalab::emulator::kernel_address)kernel);
}

/// The block size that keeps most threads on a multiprocessor; of several, the largest.
/// @param dynamic_bytes_of gives the dynamic shared memory of a block of so many threads
template <class Kernel, class Function>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* least_grid, int* block_size, Kernel kernel, Function dynamic_bytes_of,
    int largest_block = 0, unsigned int flags = 0) {
  if (least_grid == nullptr || block_size == nullptr)
    return cudaErrorInvalidValue;
  cudaDeviceProp device;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDeviceProperties(&device, 0);
  if (error == cudaSuccess)
    error = cudaFuncGetAttributes(&attributes, kernel);
  if (error != cudaSuccess)
    return error;
  if (largest_block <= 0 || largest_block > attributes.maxThreadsPerBlock)
    largest_block = attributes.maxThreadsPerBlock;
  int most_threads = 0;
  // The largest size itself, and all whole warps below it.
  for (int size = largest_block; size > 0 && most_threads < device.maxThreadsPerMultiProcessor;
       size = (size - 1) / device.warpSize * device.warpSize) {
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, kernel, size, (size_t)dynamic_bytes_of(size), flags);
    if (error != cudaSuccess)
      return error;
    if (blocks * size <= most_threads)
      continue;
    most_threads = blocks * size;
    *block_size = size;
    *least_grid = blocks * device.multiProcessorCount;
  }
  return most_threads > 0 ? cudaSuccess : cudaErrorInvalidConfiguration;
}
template <class Kernel, class Function>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* least_grid, int* block_size, Kernel kernel,
                                               Function dynamic_bytes_of, int largest_block = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(least_grid, block_size, kernel,
                                                                 dynamic_bytes_of, largest_block);
}
template <class Kernel>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int* least_grid, int* block_size, Kernel kernel,
                                            size_t dynamic_bytes = 0, int largest_block = 0,
                                            unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      least_grid, block_size, kernel, [=](int) { return dynamic_bytes; }, largest_block, flags);
}
template <class Kernel>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* block_size,
                                                      Kernel kernel, size_t dynamic_bytes = 0,
                                                      int largest_block = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(least_grid, block_size, kernel, dynamic_bytes,
                                                     largest_block);
}
