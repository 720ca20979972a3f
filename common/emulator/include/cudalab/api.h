// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The host's part of the CUDA runtime: what this device supports. The behaviour is CUDA's, as its
/// own manual describes it; comments say only what is different here.
#pragma once

#include <stddef.h>

#include "errors.h"
#include "vector_types.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

#include "device_properties.h"
#include "function_attributes.h"
#include "graph_api.h"
#include "stream_api.h"

#define cudaHostAllocDefault 0x00u

namespace cudalab {
namespace emulator {
/// The T** or void** that cudaMalloc writes to. A parameter of this type makes the call itself
/// stand in the caller's code, where a template in between would hide its line.
class pointer_out {
public:
  template <class T>
  pointer_out(T** pointer) : pointer_((void**)pointer) {}
  void** get() const { return pointer_; }

private:
  void** pointer_;
};
} // namespace emulator
} // namespace cudalab

cudaError_t cudaMalloc(cudalab::emulator::pointer_out pointer, size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMallocHost(cudalab::emulator::pointer_out pointer, size_t bytes);
cudaError_t cudaHostAlloc(cudalab::emulator::pointer_out pointer, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = nullptr);

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
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
