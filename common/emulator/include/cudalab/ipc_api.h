// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: device memory and events that several processes share. Each process has an
/// emulated device of its own; memory that was given to others is really the same memory.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "memory_api.h"
#include "stream_api.h"

#define CUDA_IPC_HANDLE_SIZE 64
struct cudaIpcMemHandle_st {
  char reserved[CUDA_IPC_HANDLE_SIZE];
};
struct cudaIpcEventHandle_st {
  char reserved[CUDA_IPC_HANDLE_SIZE];
};
typedef cudaIpcMemHandle_st cudaIpcMemHandle_t;
typedef cudaIpcEventHandle_st cudaIpcEventHandle_t;
#define cudaIpcMemLazyEnablePeerAccess 0x01u

/// Of memory of cudaMalloc, which is good as long as this process runs and has not freed it.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* memory);
/// In another process. @param memory gets the begin of the allocation
/// @param flags cudaIpcMemLazyEnablePeerAccess
cudaError_t cudaIpcOpenMemHandle(cudalab::emulator::pointer_out memory, cudaIpcMemHandle_t handle,
                                 unsigned int flags);
/// As often as it was opened.
cudaError_t cudaIpcCloseMemHandle(void* memory);
/// Of an event made with cudaEventInterprocess and cudaEventDisableTiming.
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);
