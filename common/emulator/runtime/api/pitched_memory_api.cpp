// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory in rows and slices.
#include <limits>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

/// Rows begin at multiples of this, as on current GPUs.
constexpr std::size_t pitch_unit = 512;

cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t rows,
                          const void* caller) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (pointer == nullptr || pitch == nullptr)
    return finish(cudaErrorInvalidValue);
  *pitch = (width + pitch_unit - 1) / pitch_unit * pitch_unit;
  *pointer = nullptr;
  if (*pitch == 0 || rows == 0)
    return finish(cudaSuccess);
  if (rows > std::numeric_limits<std::size_t>::max() / *pitch)
    return finish(cudaErrorMemoryAllocation);
  *pointer = device_memory::instance().allocate(*pitch * rows, caller);
  return finish(*pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

memory_strides strides_of(const cudaPitchedPtr& pointer) {
  return {pointer.pitch, pointer.pitch * pointer.ysize};
}

std::byte* place_in(const cudaPitchedPtr& pointer, const cudaPos& position) {
  const memory_strides strides = strides_of(pointer);
  return static_cast<std::byte*>(pointer.ptr) + position.x + position.y * strides.pitch +
         position.z * strides.slice;
}

cudaError_t copy_box(const api_call& call, const cudaMemcpy3DParms* p) {
  if (p == nullptr || p->srcArray != nullptr || p->dstArray != nullptr ||
      p->srcPtr.ptr == nullptr || p->dstPtr.ptr == nullptr)
    return finish(cudaErrorInvalidValue);
  return copy(call, {place_in(p->dstPtr, p->dstPos),
                     place_in(p->srcPtr, p->srcPos),
                     {p->extent.width, p->extent.height, p->extent.depth},
                     strides_of(p->dstPtr),
                     strides_of(p->srcPtr),
                     p->kind});
}

} // namespace

cudaError_t cudaMallocPitch(pointer_out pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return allocate_rows(pointer.get(), pitch, width, height, CALLER);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (pointer == nullptr)
    return finish(cudaErrorInvalidValue);
  void* place = nullptr;
  std::size_t pitch = 0;
  const cudaError_t error =
      allocate_rows(&place, &pitch, extent.width, extent.height * extent.depth, CALLER);
  if (error == cudaSuccess)
    *pointer = {place, pitch, extent.width, extent.height};
  return error;
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy({"cudaMemcpy2D", CALLER},
              {to, from, {width, height}, {to_pitch}, {from_pitch}, kind});
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy({"cudaMemcpy2DAsync", CALLER, stream, true},
              {to, from, {width, height}, {to_pitch}, {from_pitch}, kind});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_box({"cudaMemcpy3D", CALLER}, parameters);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_box({"cudaMemcpy3DAsync", CALLER, stream, true}, parameters);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return fill({"cudaMemset2D", CALLER}, {pointer, value, {width, height}, {pitch}});
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return fill({"cudaMemset2DAsync", CALLER, stream, true},
              {pointer, value, {width, height}, {pitch}});
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return fill(
      {"cudaMemset3D", CALLER},
      {pointer.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(pointer)});
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill(
      {"cudaMemset3DAsync", CALLER, stream, true},
      {pointer.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(pointer)});
}
