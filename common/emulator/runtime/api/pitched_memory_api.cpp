// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory in rows and slices.
#include <limits>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/arrays.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/errors.h"

using namespace cudalab::emulator;

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

/// One side of a copy.
struct box_side {
  std::byte* begin = nullptr; ///< null: it makes no sense
  memory_strides strides;
};

box_side side_of(cudaArray_t handle, const cudaPitchedPtr& pointer, const cudaPos& position,
                 const cudaExtent& extent) {
  if ((handle == nullptr) == (pointer.ptr == nullptr))
    return {};
  if (handle == nullptr) {
    const memory_strides strides = strides_of(pointer);
    return {static_cast<std::byte*>(pointer.ptr) + position.x + position.y * strides.pitch +
                position.z * strides.slice,
            strides};
  }
  const cudaArray* const array = find_array(handle);
  const auto inside = [](std::size_t first, std::size_t count, std::size_t size) {
    return first <= size && count <= size - first;
  };
  if (array == nullptr || !inside(position.x, extent.width, array->asked.width) ||
      !inside(position.y, extent.height, array->rows()) ||
      !inside(position.z, extent.depth, array->slices()))
    return {};
  return {array->begin + position.z * array->slice() + position.y * array->pitch() +
              position.x * array->element_bytes(),
          {array->pitch(), array->slice()}};
}

/// Bytes in a unit of the extent's width. 0: two arrays whose elements have different sizes
std::size_t width_unit(const cudaMemcpy3DParms& p) {
  const cudaArray *const from = find_array(p.srcArray), *const to = find_array(p.dstArray);
  if (from != nullptr && to != nullptr && from->element_bytes() != to->element_bytes())
    return 0;
  if (from != nullptr || to != nullptr)
    return (from != nullptr ? from : to)->element_bytes();
  return 1;
}

} // namespace

namespace cudalab::emulator {

cudaError_t copy_box(const api_call& call, const cudaMemcpy3DParms* p) {
  if (p == nullptr)
    return finish(cudaErrorInvalidValue);
  const box_side to = side_of(p->dstArray, p->dstPtr, p->dstPos, p->extent),
                 from = side_of(p->srcArray, p->srcPtr, p->srcPos, p->extent);
  const std::size_t unit = width_unit(*p);
  if (to.begin == nullptr || from.begin == nullptr || unit == 0)
    return finish(cudaErrorInvalidValue);
  return copy(call, {to.begin,
                     from.begin,
                     {p->extent.width * unit, p->extent.height, p->extent.depth},
                     to.strides,
                     from.strides,
                     p->kind,
                     p});
}

} // namespace cudalab::emulator

cudaError_t cudaMallocPitch(pointer_out pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return allocate_rows(pointer.get(), pitch, width, height, CALLER_IN_PROGRAM);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  if (pointer == nullptr)
    return finish(cudaErrorInvalidValue);
  void* place = nullptr;
  std::size_t pitch = 0;
  const cudaError_t error =
      allocate_rows(&place, &pitch, extent.width, extent.height * extent.depth, CALLER_IN_PROGRAM);
  if (error == cudaSuccess)
    *pointer = {place, pitch, extent.width, extent.height};
  return error;
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return copy({"cudaMemcpy2D", CALLER_IN_PROGRAM},
              {to, from, {width, height}, {to_pitch}, {from_pitch}, kind});
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy({"cudaMemcpy2DAsync", CALLER_IN_PROGRAM, stream, true},
              {to, from, {width, height}, {to_pitch}, {from_pitch}, kind});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_box({"cudaMemcpy3D", CALLER_IN_PROGRAM}, parameters);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_box({"cudaMemcpy3DAsync", CALLER_IN_PROGRAM, stream, true}, parameters);
}

namespace {

/// Whether the memory is where the call says it is.
bool is_there(cudaArray_t handle, const cudaPitchedPtr& pointer, int device, const char* which) {
  const cudaArray* const array = find_array(handle);
  return is_on_device(array != nullptr ? array->begin : pointer.ptr, device, which);
}

cudaError_t copy_box_between(const api_call& call, const cudaMemcpy3DPeerParms* p) {
  if (p == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(p->srcDevice) || !is_device_number(p->dstDevice))
    return finish(cudaErrorInvalidDevice);
  if (!is_there(p->dstArray, p->dstPtr, p->dstDevice, "target") ||
      !is_there(p->srcArray, p->srcPtr, p->srcDevice, "source"))
    return finish(cudaErrorInvalidValue);
  const cudaMemcpy3DParms same = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                  p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
  return copy_box(call, &same);
}

} // namespace

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* p) {
  return copy_box_between({"cudaMemcpy3DPeer", CALLER_IN_PROGRAM}, p);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copy_box_between({"cudaMemcpy3DPeerAsync", CALLER_IN_PROGRAM, stream, true}, p);
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return fill({"cudaMemset2D", CALLER_IN_PROGRAM}, {pointer, value, {width, height}, {pitch}});
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return fill({"cudaMemset2DAsync", CALLER_IN_PROGRAM, stream, true},
              {pointer, value, {width, height}, {pitch}});
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return fill(
      {"cudaMemset3D", CALLER_IN_PROGRAM},
      {pointer.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(pointer)});
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return fill(
      {"cudaMemset3DAsync", CALLER_IN_PROGRAM, stream, true},
      {pointer.ptr, value, {extent.width, extent.height, extent.depth}, strides_of(pointer)});
}
