// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The host's part of the CUDA runtime: what this device supports. The behaviour is CUDA's, as its
/// own manual describes it; comments say only what is different here.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include <stddef.h>

#include "errors.h"
#include "memory_api.h"
#include "vector_types.h"

#include "device_properties.h"
#include "function_attributes.h"
#include "graph_api.h"
#include "memory_pool_api.h"
#include "stream_api.h"

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaDriverGetVersion(int* version);

/// Only cudaFuncAttributeMaxDynamicSharedMemorySize does something here.
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
template <class Kernel>
inline cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((cudalab::emulator::kernel_address)kernel, attribute, value);
}
