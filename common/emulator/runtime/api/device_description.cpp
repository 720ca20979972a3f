// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Limits that decide whether a program is valid are those of compute capability 9.0 (CUDA C++
/// Programming Guide, "Compute Capabilities"). What is left out is 0: there is none.
#include "emulator/runtime/api/device_description.h"

#include <cstring>

#include "emulator/runtime/blocks/occupancy.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

void describe_limits(cudaDeviceProp& p) {
  p.warpSize = warp_size;
  p.maxThreadsPerBlock = max_threads_per_block;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = max_threads_per_block;
  p.maxThreadsDim[2] = max_block_z;
  p.maxGridSize[0] = max_grid_x;
  p.maxGridSize[1] = p.maxGridSize[2] = max_grid_yz;
  p.regsPerBlock = p.regsPerMultiprocessor = registers_per_multiprocessor;
  p.sharedMemPerBlock = shared_bytes_per_block;
  p.sharedMemPerBlockOptin = shared_bytes_per_block_optin;
  p.reservedSharedMemPerBlock = reserved_shared_bytes_per_block;
  p.sharedMemPerMultiprocessor = shared_bytes_per_multiprocessor;
  p.maxThreadsPerMultiProcessor = threads_per_multiprocessor;
  p.maxBlocksPerMultiProcessor = blocks_per_multiprocessor;
  p.totalConstMem = 65536;
  p.memPitch = 0x7fffffff;
}

void describe_abilities(cudaDeviceProp& p) {
  p.canMapHostMemory = 1;
  p.concurrentKernels = 1;
  p.asyncEngineCount = 1;
  p.unifiedAddressing = 1;
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.managedMemory = p.concurrentManagedAccess = 1;
  p.hostNativeAtomicSupported = 1;
  p.cooperativeLaunch = 1;
  p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.memoryPoolsSupported = 1;
  p.ipcEventSupported = 1;
  p.hostNumaId = -1;
  p.deviceNumaId = -1;
}

cudaDeviceProp describe_device() {
  cudaDeviceProp p{};
  std::strcpy(p.name, "emulated CUDA device");
  std::strcpy(p.uuid.bytes, "cudalab");
  p.major = 9;
  p.totalGlobalMem = device_memory::instance().capacity();
  p.multiProcessorCount = static_cast<int>(multiprocessors());
  p.textureAlignment = p.surfaceAlignment = device_memory::alignment;
  p.texturePitchAlignment = 32;
  p.memoryBusWidth = 64;
  p.l2CacheSize = 4 << 20;
  p.persistingL2CacheMaxSize = 3 << 20; // what asks for it is a hint
  p.accessPolicyMaxWindowSize = 4 << 20;
  p.integrated = 1; // its memory is the host's
  describe_limits(p);
  describe_abilities(p);
  return p;
}

} // namespace

const cudaDeviceProp& device_description() {
  static const cudaDeviceProp properties = describe_device();
  return properties;
}

} // namespace cudalab::emulator
