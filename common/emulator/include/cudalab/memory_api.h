// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime's calls for memory. The behaviour is CUDA's, as its own manual describes it.
#pragma once // IWYU pragma: private, include <cuda_runtime.h>

#include "errors.h"
#include "memory_types.h"

typedef struct CUstream_st* cudaStream_t;

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

/// A __device__, __constant__ or __managed__ variable, or its address as `const void*`.
class symbol_in {
public:
  template <class T>
  symbol_in(const T& variable) : address_((const void*)&variable) {}
  symbol_in(const void* const& address) : address_(address) {}
  const void* get() const { return address_; }

private:
  const void* address_;
};

} // namespace emulator
} // namespace cudalab

// Device memory
cudaError_t cudaMalloc(cudalab::emulator::pointer_out pointer, size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMallocPitch(cudalab::emulator::pointer_out pointer, size_t* pitch, size_t width,
                            size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total);

// Memory that host and device see
cudaError_t cudaMallocManaged(cudalab::emulator::pointer_out pointer, size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(cudalab::emulator::pointer_out pointer, size_t bytes,
                           unsigned int flags = cudaHostAllocDefault);
cudaError_t cudaHostAlloc(cudalab::emulator::pointer_out pointer, size_t bytes, unsigned int flags);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(cudalab::emulator::pointer_out device, void* host,
                                     unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer);
/// Checked, and without effect: there is one memory here.
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream = nullptr);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device);
/// The prefetches and discards of a batch are in no order among themselves. What is discarded stays
/// as it was here. @param stream not the legacy default one
cudaError_t cudaMemPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                      cudaMemLocation* locations, size_t* first_of_location,
                                      size_t location_count, unsigned long long flags,
                                      cudaStream_t stream);
cudaError_t cudaMemDiscardBatchAsync(void** pointers, size_t* sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** pointers, size_t* sizes, size_t count,
                                                cudaMemLocation* locations,
                                                size_t* first_of_location, size_t location_count,
                                                unsigned long long flags, cudaStream_t stream);
/// What cudaMemAdvise and the calls that prefetch were told of managed memory.
cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void** data, size_t* data_bytes,
                                      cudaMemRangeAttribute* attributes, size_t count,
                                      const void* pointer, size_t bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle);

// Copies and fills
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream = nullptr);
/// @param p of several devices; the copy's devices must be those that have the memory
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p);
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream = nullptr);
/// @param first_of_attributes numbers of the copies from which on each of `attributes` holds
cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const size_t* sizes,
                                 size_t count, cudaMemcpyAttributes* attributes,
                                 size_t* first_of_attributes, size_t attribute_count,
                                 cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync(size_t count, cudaMemcpy3DBatchOp* operations,
                                   unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = nullptr);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream = nullptr);

// Variables of the device
cudaError_t cudaMemcpyToSymbol(cudalab::emulator::symbol_in symbol, const void* from, size_t bytes,
                               size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(cudalab::emulator::symbol_in symbol, const void* from,
                                    size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr);
cudaError_t cudaMemcpyFromSymbol(void* to, cudalab::emulator::symbol_in symbol, size_t bytes,
                                 size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, cudalab::emulator::symbol_in symbol, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr);
cudaError_t cudaGetSymbolAddress(cudalab::emulator::pointer_out address,
                                 cudalab::emulator::symbol_in symbol);
cudaError_t cudaGetSymbolSize(size_t* bytes, cudalab::emulator::symbol_in symbol);

// CUDA's headers for C++ have these overloads.
template <class T>
inline cudaError_t cudaMemPrefetchBatchAsync(T** pointers, size_t* sizes, size_t count,
                                             cudaMemLocation* locations, size_t* first_of_location,
                                             size_t location_count, unsigned long long flags,
                                             cudaStream_t stream) {
  return cudaMemPrefetchBatchAsync((void**)pointers, sizes, count, locations, first_of_location,
                                   location_count, flags, stream);
}
template <class T>
inline cudaError_t cudaMemPrefetchBatchAsync(T** pointers, size_t* sizes, size_t count,
                                             cudaMemLocation location, unsigned long long flags,
                                             cudaStream_t stream) {
  size_t first = 0;
  return cudaMemPrefetchBatchAsync((void**)pointers, sizes, count, &location, &first, 1, flags,
                                   stream);
}
template <class T>
inline cudaError_t
cudaMemDiscardAndPrefetchBatchAsync(T** pointers, size_t* sizes, size_t count,
                                    cudaMemLocation* locations, size_t* first_of_location,
                                    size_t location_count, unsigned long long flags,
                                    cudaStream_t stream) {
  return cudaMemDiscardAndPrefetchBatchAsync((void**)pointers, sizes, count, locations,
                                             first_of_location, location_count, flags, stream);
}
template <class T>
inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(T** pointers, size_t* sizes, size_t count,
                                                       cudaMemLocation location,
                                                       unsigned long long flags,
                                                       cudaStream_t stream) {
  size_t first = 0;
  return cudaMemDiscardAndPrefetchBatchAsync((void**)pointers, sizes, count, &location, &first, 1,
                                             flags, stream);
}
template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* to, U* const* from, const size_t* sizes,
                                        size_t count, cudaMemcpyAttributes* attributes,
                                        size_t* first_of_attributes, size_t attribute_count,
                                        cudaStream_t stream) {
  return cudaMemcpyBatchAsync((void* const*)to, (const void* const*)from, sizes, count, attributes,
                              first_of_attributes, attribute_count, stream);
}
template <class T, class U>
inline cudaError_t cudaMemcpyBatchAsync(T* const* to, U* const* from, const size_t* sizes,
                                        size_t count, cudaMemcpyAttributes attributes,
                                        cudaStream_t stream) {
  size_t first = 0;
  return cudaMemcpyBatchAsync((void* const*)to, (const void* const*)from, sizes, count, &attributes,
                              &first, 1, stream);
}
