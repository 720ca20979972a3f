// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a GPU has and this device does not: a use is an error of the compiler, on the user's line,
/// that says what to use instead.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "attributes.h"

#define CUDALAB_UNSUPPORTED(name, advice)                                                          \
  template <class Result = int>                                                                    \
  __host__ __device__                                                                              \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      Result name(CUDALAB_ANY_ARGUMENTS);

#define CUDALAB_NO_CUBE_SLOPES(name)                                                               \
  CUDALAB_UNSUPPORTED(name, "no level is chosen by slopes there; use texCubemapLod")
CUDALAB_NO_CUBE_SLOPES(texCubemapGrad)
CUDALAB_NO_CUBE_SLOPES(texCubemapLayeredGrad)
#undef CUDALAB_NO_CUBE_SLOPES

#define CUDALAB_NO_SPARSE_ARRAY(name)                                                              \
  CUDALAB_UNSUPPORTED(name, "arrays have all of their memory, and one plane; use "                 \
                            "cudaArrayGetInfo")
CUDALAB_NO_SPARSE_ARRAY(cudaArrayGetMemoryRequirements)
CUDALAB_NO_SPARSE_ARRAY(cudaArrayGetPlane)
CUDALAB_NO_SPARSE_ARRAY(cudaArrayGetSparseProperties)
CUDALAB_NO_SPARSE_ARRAY(cudaMipmappedArrayGetMemoryRequirements)
CUDALAB_NO_SPARSE_ARRAY(cudaMipmappedArrayGetSparseProperties)
#undef CUDALAB_NO_SPARSE_ARRAY

#define CUDALAB_NO_EXTERNAL(name)                                                                  \
  CUDALAB_UNSUPPORTED(name, "memory and semaphores are CUDA's own; use cudaMalloc and "            \
                            "cudaEvent_t")
CUDALAB_NO_EXTERNAL(cudaImportExternalMemory)
CUDALAB_NO_EXTERNAL(cudaDestroyExternalMemory)
CUDALAB_NO_EXTERNAL(cudaExternalMemoryGetMappedBuffer)
CUDALAB_NO_EXTERNAL(cudaExternalMemoryGetMappedMipmappedArray)
CUDALAB_NO_EXTERNAL(cudaImportExternalSemaphore)
CUDALAB_NO_EXTERNAL(cudaDestroyExternalSemaphore)
CUDALAB_NO_EXTERNAL(cudaSignalExternalSemaphoresAsync)
CUDALAB_NO_EXTERNAL(cudaWaitExternalSemaphoresAsync)
CUDALAB_NO_EXTERNAL(cudaDeviceGetNvSciSyncAttributes)
CUDALAB_NO_EXTERNAL(cudaGraphAddExternalSemaphoresSignalNode)
CUDALAB_NO_EXTERNAL(cudaGraphAddExternalSemaphoresWaitNode)
CUDALAB_NO_EXTERNAL(cudaGraphExternalSemaphoresSignalNodeGetParams)
CUDALAB_NO_EXTERNAL(cudaGraphExternalSemaphoresSignalNodeSetParams)
CUDALAB_NO_EXTERNAL(cudaGraphExternalSemaphoresWaitNodeGetParams)
CUDALAB_NO_EXTERNAL(cudaGraphExternalSemaphoresWaitNodeSetParams)
CUDALAB_NO_EXTERNAL(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
CUDALAB_NO_EXTERNAL(cudaGraphExecExternalSemaphoresWaitNodeSetParams)
#undef CUDALAB_NO_EXTERNAL

#define CUDALAB_NO_GRAPHICS(name)                                                                  \
  CUDALAB_UNSUPPORTED(name, "use a buffer object of OpenGL, see cudaGraphicsGLRegisterBuffer")
CUDALAB_NO_GRAPHICS(cudaGraphicsSubResourceGetMappedArray)
CUDALAB_NO_GRAPHICS(cudaGraphicsResourceGetMappedMipmappedArray)
CUDALAB_NO_GRAPHICS(cudaD3D9SetDirect3DDevice)
CUDALAB_NO_GRAPHICS(cudaD3D10SetDirect3DDevice)
CUDALAB_NO_GRAPHICS(cudaD3D11SetDirect3DDevice)
CUDALAB_NO_GRAPHICS(cudaVDPAUSetVDPAUDevice)
#undef CUDALAB_NO_GRAPHICS

#define CUDALAB_NO_LIBRARY(name)                                                                   \
  CUDALAB_UNSUPPORTED(name, "kernels are part of the program; launch them by their names")
CUDALAB_NO_LIBRARY(cudaLibraryLoadData)
CUDALAB_NO_LIBRARY(cudaLibraryLoadFromFile)
CUDALAB_NO_LIBRARY(cudaLibraryUnload)
CUDALAB_NO_LIBRARY(cudaLibraryGetKernel)
CUDALAB_NO_LIBRARY(cudaLibraryGetKernelCount)
CUDALAB_NO_LIBRARY(cudaLibraryEnumerateKernels)
CUDALAB_NO_LIBRARY(cudaLibraryGetGlobal)
CUDALAB_NO_LIBRARY(cudaLibraryGetManaged)
CUDALAB_NO_LIBRARY(cudaLibraryGetUnifiedFunction)
#undef CUDALAB_NO_LIBRARY

#define CUDALAB_NO_DRIVER(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "there is no driver below it; use the calls of the runtime API")
CUDALAB_NO_DRIVER(cudaGetDriverEntryPoint)
CUDALAB_NO_DRIVER(cudaGetDriverEntryPointByVersion)
CUDALAB_NO_DRIVER(cudaGetExportTable)
CUDALAB_NO_DRIVER(cudaDeviceRegisterAsyncNotification)
CUDALAB_NO_DRIVER(cudaDeviceUnregisterAsyncNotification)
CUDALAB_NO_DRIVER(cudaDeviceFlushGPUDirectRDMAWrites)
#undef CUDALAB_NO_DRIVER

#define CUDALAB_NO_LOG(name)                                                                       \
  CUDALAB_UNSUPPORTED(name, "nothing is logged; a program that is built with --checked reports "   \
                            "its mistakes")
CUDALAB_NO_LOG(cudaLogsCurrent)
CUDALAB_NO_LOG(cudaLogsDumpToFile)
CUDALAB_NO_LOG(cudaLogsDumpToMemory)
CUDALAB_NO_LOG(cudaLogsRegisterCallback)
CUDALAB_NO_LOG(cudaLogsUnregisterCallback)
#undef CUDALAB_NO_LOG

#define CUDALAB_NO_CAPABILITIES(name)                                                              \
  CUDALAB_UNSUPPORTED(name, "all atomic operations are there; ask cudaDeviceGetP2PAttribute")
CUDALAB_NO_CAPABILITIES(cudaDeviceGetHostAtomicCapabilities)
CUDALAB_NO_CAPABILITIES(cudaDeviceGetP2PAtomicCapabilities)
#undef CUDALAB_NO_CAPABILITIES

#define CUDALAB_NO_UPDATE(name)                                                                    \
  CUDALAB_UNSUPPORTED(name, "kernels do not change graphs; use cudaGraphExecKernelNodeSetParams "  \
                            "in host code")
CUDALAB_NO_UPDATE(cudaGraphKernelNodeSetParam)
CUDALAB_NO_UPDATE(cudaGraphKernelNodeSetGridDim)
CUDALAB_NO_UPDATE(cudaGraphKernelNodeSetEnabled)
CUDALAB_NO_UPDATE(cudaGraphKernelNodeUpdatesApply)
#undef CUDALAB_NO_UPDATE

#define CUDALAB_UNSUPPORTED_TYPE(name, advice)                                                     \
  typedef int                                                                                      \
      __attribute__((unavailable("the emulated device does not support " #name " yet: " advice)))  \
      name;

CUDALAB_UNSUPPORTED_TYPE(cudaExternalMemory_t, "use cudaMalloc")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalMemoryHandleDesc, "use cudaMalloc")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalMemoryBufferDesc, "use cudaMalloc")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalMemoryMipmappedArrayDesc, "use cudaMalloc3DArray")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphore_t, "use cudaEvent_t")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphoreHandleDesc, "use cudaEvent_t")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphoreSignalParams, "use cudaEventRecord")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphoreWaitParams, "use cudaStreamWaitEvent")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphoreSignalNodeParams, "use cudaGraphAddEventRecordNode")
CUDALAB_UNSUPPORTED_TYPE(cudaExternalSemaphoreWaitNodeParams, "use cudaGraphAddEventWaitNode")
CUDALAB_UNSUPPORTED_TYPE(cudaLibrary_t, "kernels are part of the program")
CUDALAB_UNSUPPORTED_TYPE(cudaDriverEntryPointQueryResult, "there is no driver below it")
CUDALAB_UNSUPPORTED_TYPE(cudaMemPoolPtrExportData, "use cudaMalloc and cudaIpcMemHandle_t")
CUDALAB_UNSUPPORTED_TYPE(cudaArrayMemoryRequirements, "use cudaArrayGetInfo")
CUDALAB_UNSUPPORTED_TYPE(cudaArraySparseProperties, "use cudaArrayGetInfo")
#undef CUDALAB_UNSUPPORTED_TYPE

#define CUDALAB_NO_OTHER_PROCESS(name)                                                             \
  CUDALAB_UNSUPPORTED(name, "memory of a pool belongs to one process; use cudaMalloc and "         \
                            "cudaIpcGetMemHandle")
CUDALAB_NO_OTHER_PROCESS(cudaMemPoolExportPointer)
CUDALAB_NO_OTHER_PROCESS(cudaMemPoolExportToShareableHandle)
CUDALAB_NO_OTHER_PROCESS(cudaMemPoolImportFromShareableHandle)
CUDALAB_NO_OTHER_PROCESS(cudaMemPoolImportPointer)
#undef CUDALAB_NO_OTHER_PROCESS

#undef CUDALAB_UNSUPPORTED
