// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The host's part of the CUDA runtime: memory that is allocated and freed in the order of a
/// stream, and the pools that it comes from. What is freed goes back to the device at once,
/// whatever the release threshold.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <stddef.h>

#include "errors.h"
#include "memory_api.h"
#include "memory_types.h"
#include "stream_api.h"

typedef struct CUmemPoolHandle_st* cudaMemPool_t;

enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic = 2,
  cudaMemPoolReuseAllowInternalDependencies = 3,
  cudaMemPoolAttrReleaseThreshold = 4,
  cudaMemPoolAttrReservedMemCurrent = 5,
  cudaMemPoolAttrReservedMemHigh = 6,
  cudaMemPoolAttrUsedMemCurrent = 7,
  cudaMemPoolAttrUsedMemHigh = 8
};

enum cudaMemAllocationType {
  cudaMemAllocationTypeInvalid = 0,
  cudaMemAllocationTypePinned = 1,
  cudaMemAllocationTypeManaged = 2 ///< there are no pools of it
};

enum cudaMemAllocationHandleType {
  cudaMemHandleTypeNone = 0,
  cudaMemHandleTypePosixFileDescriptor = 1,
  cudaMemHandleTypeWin32 = 2,
  cudaMemHandleTypeWin32Kmt = 4,
  cudaMemHandleTypeFabric = 8
};

enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
struct cudaMemAccessDesc {
  cudaMemLocation location;
  cudaMemAccessFlags flags;
};

struct cudaMemPoolProps {
  cudaMemAllocationType allocType;
  cudaMemAllocationHandleType handleTypes; ///< None: one process
  cudaMemLocation location;                ///< device 0
  void* win32SecurityAttributes;
  size_t maxSize; ///< bytes that may be allocated at a time; 0: as many as there are
  unsigned short usage;
  unsigned char reserved[54];
};

cudaError_t cudaMallocAsync(cudalab::emulator::pointer_out pointer, size_t bytes,
                            cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync(cudalab::emulator::pointer_out pointer, size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t stream);
/// CUDA's headers for C++ have this overload.
cudaError_t cudaMallocAsync(cudalab::emulator::pointer_out pointer, size_t bytes,
                            cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
/// The same three. @param location a device @param type cudaMemAllocationTypePinned
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
/// What came from it stays valid until it is freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
/// @param value an int for the attributes Reuse..., else 64 bits
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
/// There is one device, which may read and write: no other access can be asked for.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list, size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location);
