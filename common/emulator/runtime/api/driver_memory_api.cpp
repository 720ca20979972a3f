// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The driver API: memory, copies and fills.
#include <cstdint>
#include <optional>

#include "emulator/include/cudalab/driver_memory_api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/api/driver_contexts.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"

using namespace cudalab::emulator;

namespace {

void* pointer_of(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}
CUdeviceptr address_of(const void* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

/// What `allocate` stores through a pointer, as an address.
template <class Allocate>
CUresult give_address(CUdeviceptr* to, const Allocate& allocate) {
  void* place = nullptr;
  if (to == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = as_result(allocate(&place));
  if (error == CUDA_SUCCESS)
    *to = address_of(place);
  return error;
}

/// The call in hand. @param stream of one of the ...Async calls
api_call call_now() {
  return {driver_call::current()->name, driver_call::current()->caller};
}
api_call call_now(CUstream stream) {
  return {driver_call::current()->name, driver_call::current()->caller, stream, true};
}

} // namespace

CUresult cuMemGetInfo(size_t* free, size_t* total) {
  BEGIN_DRIVER_CALL("cuMemGetInfo", check_context);
  return as_result(cudaMemGetInfo(free, total));
}

CUresult cuMemAlloc(CUdeviceptr* pointer, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemAlloc", check_context);
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return give_address(pointer, [&](void** to) { return cudaMalloc(to, bytes); });
}

CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width_bytes, size_t height,
                         unsigned int element_bytes) {
  BEGIN_DRIVER_CALL("cuMemAllocPitch", check_context);
  const bool known = element_bytes == 4 || element_bytes == 8 || element_bytes == 16;
  if (!known || width_bytes == 0 || height == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return give_address(pointer,
                      [&](void** to) { return cudaMallocPitch(to, pitch, width_bytes, height); });
}

CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t bytes, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuMemAllocManaged", check_context);
  return give_address(pointer, [&](void** to) { return cudaMallocManaged(to, bytes, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr* pointer, size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemAllocAsync", check_context);
  return give_address(pointer, [&](void** to) { return cudaMallocAsync(to, bytes, stream); });
}

CUresult cuMemFree(CUdeviceptr pointer) {
  BEGIN_DRIVER_CALL("cuMemFree", check_context);
  return as_result(cudaFree(pointer_of(pointer)));
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemFreeAsync", check_context);
  return as_result(cudaFreeAsync(pointer_of(pointer), stream));
}

CUresult cuMemGetAddressRange(CUdeviceptr* begin, size_t* bytes, CUdeviceptr pointer) {
  BEGIN_DRIVER_CALL("cuMemGetAddressRange", check_context);
  const std::optional<allocation> found = device_memory::instance().find(pointer_of(pointer));
  if (!found)
    return CUDA_ERROR_NOT_FOUND;
  if (begin != nullptr)
    *begin = address_of(found->content);
  if (bytes != nullptr)
    *bytes = found->bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void** pointer, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemAllocHost", check_context);
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return as_result(cudaMallocHost(pointer, bytes));
}

CUresult cuMemHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuMemHostAlloc", check_context);
  if (bytes == 0)
    return CUDA_ERROR_INVALID_VALUE;
  return as_result(cudaHostAlloc(pointer, bytes, flags));
}

CUresult cuMemFreeHost(void* pointer) {
  BEGIN_DRIVER_CALL("cuMemFreeHost", check_context);
  return as_result(cudaFreeHost(pointer));
}

CUresult cuMemHostRegister(void* pointer, size_t bytes, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuMemHostRegister", check_context);
  return as_result(cudaHostRegister(pointer, bytes, flags));
}

CUresult cuMemHostUnregister(void* pointer) {
  BEGIN_DRIVER_CALL("cuMemHostUnregister", check_context);
  return as_result(cudaHostUnregister(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned int flags) {
  BEGIN_DRIVER_CALL("cuMemHostGetDevicePointer", check_context);
  return give_address(device, [&](void** to) { return cudaHostGetDevicePointer(to, host, flags); });
}

CUresult cuMemHostGetFlags(unsigned int* flags, void* host) {
  BEGIN_DRIVER_CALL("cuMemHostGetFlags", check_context);
  return as_result(cudaHostGetFlags(flags, host));
}

namespace {

template <class Value>
CUresult tell_attribute(void* data, Value value) {
  *static_cast<Value*>(data) = value;
  return CUDA_SUCCESS;
}

bool is_managed_memory(const allocation& one) {
  return one.kind == memory_kind::managed || one.kind == memory_kind::managed_variable;
}

/// @param data has room for what the attribute is
CUresult read_attribute_of(const allocation& one, CUpointer_attribute attribute, void* data,
                           CUdeviceptr pointer) {
  const bool for_host = host_may_touch(one.kind);
  switch (attribute) {
  case CU_POINTER_ATTRIBUTE_CONTEXT:
    return tell_attribute<CUcontext>(data, context_of(one.context, one.device));
  case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    return tell_attribute<unsigned>(
        data, for_host && !is_managed_memory(one) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
  case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    return tell_attribute<CUdeviceptr>(data, pointer);
  case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    return for_host ? tell_attribute<void*>(data, pointer_of(pointer)) : CUDA_ERROR_INVALID_VALUE;
  case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    return tell_attribute<unsigned>(data, 0);
  case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    return tell_attribute<unsigned long long>(data, address_of(one.begin));
  case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    return tell_attribute<unsigned>(data, is_managed_memory(one));
  case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    return tell_attribute<int>(data, one.device);
  case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    return tell_attribute<unsigned>(
        data, one.kind == memory_kind::device &&
                  (one.flags & (stream_ordered | mapped | of_other_process)) == 0);
  case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    return tell_attribute<CUdeviceptr>(data, address_of(one.content));
  case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    return tell_attribute<std::size_t>(data, one.bytes);
  case CU_POINTER_ATTRIBUTE_MAPPED:
    return tell_attribute<unsigned>(data, 1);
  case CU_POINTER_ATTRIBUTE_P2P_TOKENS:
    break;
  }
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult read_pointer_attribute(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  const std::optional<allocation> found = device_memory::instance().find(pointer_of(pointer));
  if (data == nullptr || !found)
    return CUDA_ERROR_INVALID_VALUE;
  return read_attribute_of(*found, attribute, data, pointer);
}

} // namespace

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  BEGIN_DRIVER_CALL("cuPointerGetAttribute", check_initialised);
  return read_pointer_attribute(data, attribute, pointer);
}

CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute* attributes, void** data,
                                CUdeviceptr pointer) {
  BEGIN_DRIVER_CALL("cuPointerGetAttributes", check_initialised);
  if (attributes == nullptr || data == nullptr || count == 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i)
    if (const CUresult failed = read_pointer_attribute(data[i], attributes[i], pointer);
        failed != CUDA_SUCCESS)
      return failed;
  return CUDA_SUCCESS;
}

namespace {

cudaMemLocation location_for_runtime(const CUmemLocation& location) {
  return {static_cast<cudaMemLocationType>(location.type), location.id};
}

} // namespace

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUdevice device, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemPrefetchAsync", check_context);
  return as_result(cudaMemPrefetchAsync(pointer_of(pointer), bytes, device, stream));
}

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t bytes, CUmemLocation location,
                            unsigned int flags, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemPrefetchAsync", check_context);
  return as_result(cudaMemPrefetchAsync(pointer_of(pointer), bytes, location_for_runtime(location),
                                        flags, stream));
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice, CUdevice device) {
  BEGIN_DRIVER_CALL("cuMemAdvise", check_context);
  return as_result(
      cudaMemAdvise(pointer_of(pointer), bytes, static_cast<cudaMemoryAdvise>(advice), device));
}

CUresult cuMemAdvise(CUdeviceptr pointer, size_t bytes, CUmem_advise advice,
                     CUmemLocation location) {
  BEGIN_DRIVER_CALL("cuMemAdvise", check_context);
  return as_result(cudaMemAdvise(pointer_of(pointer), bytes, static_cast<cudaMemoryAdvise>(advice),
                                 location_for_runtime(location)));
}

namespace {

CUresult copy_row(const api_call& call, void* to, const void* from, std::size_t bytes,
                  cudaMemcpyKind kind) {
  return as_result(copy(call, {to, from, {bytes}, {}, {}, kind}));
}

/// One side of what CUDA_MEMCPY2D or CUDA_MEMCPY3D describes.
struct box_corner {
  CUmemorytype type;
  void* host;
  CUdeviceptr device;
  std::size_t x, y, z, pitch, height;

  bool on_host() const { return type == CU_MEMORYTYPE_HOST; }
  std::byte* place() const {
    auto* const begin = static_cast<std::byte*>(on_host() ? host : pointer_of(device));
    return begin == nullptr ? nullptr : begin + x + pitch * (y + height * z);
  }
  memory_strides strides() const { return {pitch, pitch * height}; }
};

/// @param rows, slices of the copy: where a pitch or a height is not needed it may be 0
CUresult copy_box_of_driver(const api_call& call, box_corner to, box_corner from,
                            const memory_block& block) {
  for (box_corner* each : {&to, &from}) {
    if (each->type == CU_MEMORYTYPE_ARRAY)
      return CUDA_ERROR_NOT_SUPPORTED;
    if (each->type < CU_MEMORYTYPE_HOST || each->type > CU_MEMORYTYPE_UNIFIED)
      return CUDA_ERROR_INVALID_VALUE;
    if (each->pitch == 0)
      each->pitch = each->x + block.width;
    if (each->height == 0)
      each->height = each->y + block.rows;
    if (each->pitch < each->x + block.width || each->height < each->y + block.rows)
      return CUDA_ERROR_INVALID_VALUE;
  }
  const bool unified = to.type == CU_MEMORYTYPE_UNIFIED || from.type == CU_MEMORYTYPE_UNIFIED;
  const cudaMemcpyKind kind = unified                          ? cudaMemcpyDefault
                              : to.on_host() && from.on_host() ? cudaMemcpyHostToHost
                              : to.on_host()                   ? cudaMemcpyDeviceToHost
                              : from.on_host()                 ? cudaMemcpyHostToDevice
                                                               : cudaMemcpyDeviceToDevice;
  return as_result(
      copy(call, {to.place(), from.place(), block, to.strides(), from.strides(), kind}));
}

CUresult copy_rows(const api_call& call, const CUDA_MEMCPY2D* p) {
  if (p == nullptr)
    return CUDA_ERROR_INVALID_VALUE;
  return copy_box_of_driver(
      call,
      {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstXInBytes, p->dstY, 0, p->dstPitch, 0},
      {p->srcMemoryType, const_cast<void*>(p->srcHost), p->srcDevice, p->srcXInBytes, p->srcY, 0,
       p->srcPitch, 0},
      {p->WidthInBytes, p->Height});
}

CUresult copy_slices(const api_call& call, const CUDA_MEMCPY3D* p) {
  if (p == nullptr || p->srcLOD != 0 || p->dstLOD != 0)
    return CUDA_ERROR_INVALID_VALUE;
  return copy_box_of_driver(call,
                            {p->dstMemoryType, p->dstHost, p->dstDevice, p->dstXInBytes, p->dstY,
                             p->dstZ, p->dstPitch, p->dstHeight},
                            {p->srcMemoryType, const_cast<void*>(p->srcHost), p->srcDevice,
                             p->srcXInBytes, p->srcY, p->srcZ, p->srcPitch, p->srcHeight},
                            {p->WidthInBytes, p->Height, p->Depth});
}

CUresult copy_between_contexts(const api_call& call, CUdeviceptr to, CUcontext of_to,
                               CUdeviceptr from, CUcontext of_from, std::size_t bytes) {
  if (!is_context(of_to) || !is_context(of_from))
    return CUDA_ERROR_INVALID_CONTEXT;
  if (!is_on_device(pointer_of(to), of_to->device, "first") ||
      !is_on_device(pointer_of(from), of_from->device, "second"))
    return CUDA_ERROR_INVALID_VALUE;
  return copy_row(call, pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice);
}

} // namespace

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemcpy", check_context);
  return copy_row(call_now(), pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemcpyHtoD", check_context);
  return copy_row(call_now(), pointer_of(to), from, bytes, cudaMemcpyHostToDevice);
}

CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemcpyDtoH", check_context);
  return copy_row(call_now(), to, pointer_of(from), bytes, cudaMemcpyDeviceToHost);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemcpyDtoD", check_context);
  return copy_row(call_now(), pointer_of(to), pointer_of(from), bytes, cudaMemcpyDeviceToDevice);
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext of_to, CUdeviceptr from, CUcontext of_from,
                      size_t bytes) {
  BEGIN_DRIVER_CALL("cuMemcpyPeer", check_context);
  return copy_between_contexts(call_now(), to, of_to, from, of_from, bytes);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) {
  BEGIN_DRIVER_CALL("cuMemcpy2D", check_context);
  return copy_rows(call_now(), copy);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) {
  BEGIN_DRIVER_CALL("cuMemcpy2DUnaligned", check_context);
  return copy_rows(call_now(), copy);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  BEGIN_DRIVER_CALL("cuMemcpy3D", check_context);
  return copy_slices(call_now(), copy);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpyAsync", check_context);
  return copy_row(call_now(stream), pointer_of(to), pointer_of(from), bytes, cudaMemcpyDefault);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpyHtoDAsync", check_context);
  return copy_row(call_now(stream), pointer_of(to), from, bytes, cudaMemcpyHostToDevice);
}

CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpyDtoHAsync", check_context);
  return copy_row(call_now(stream), to, pointer_of(from), bytes, cudaMemcpyDeviceToHost);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpyDtoDAsync", check_context);
  return copy_row(call_now(stream), pointer_of(to), pointer_of(from), bytes,
                  cudaMemcpyDeviceToDevice);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext of_to, CUdeviceptr from, CUcontext of_from,
                           size_t bytes, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpyPeerAsync", check_context);
  return copy_between_contexts(call_now(stream), to, of_to, from, of_from, bytes);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpy2DAsync", check_context);
  return copy_rows(call_now(stream), copy);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemcpy3DAsync", check_context);
  return copy_slices(call_now(stream), copy);
}

namespace {

/// @param pitch 0: one row
template <class Element>
CUresult fill_elements(const api_call& call, CUdeviceptr to, std::size_t pitch, Element value,
                       std::size_t width, std::size_t height) {
  if (to % sizeof value != 0 || pitch % sizeof value != 0)
    return CUDA_ERROR_INVALID_VALUE;
  return as_result(fill(call, {pointer_of(to),
                               static_cast<int>(value),
                               {width * sizeof value, height},
                               {pitch},
                               sizeof value}));
}

} // namespace

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
  BEGIN_DRIVER_CALL("cuMemsetD8", check_context);
  return fill_elements(call_now(), to, 0, value, count, 1);
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) {
  BEGIN_DRIVER_CALL("cuMemsetD16", check_context);
  return fill_elements(call_now(), to, 0, value, count, 1);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned int value, size_t count) {
  BEGIN_DRIVER_CALL("cuMemsetD32", check_context);
  return fill_elements(call_now(), to, 0, value, count, 1);
}

CUresult cuMemsetD2D8(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                      size_t height) {
  BEGIN_DRIVER_CALL("cuMemsetD2D8", check_context);
  return fill_elements(call_now(), to, pitch, value, width, height);
}

CUresult cuMemsetD2D16(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                       size_t height) {
  BEGIN_DRIVER_CALL("cuMemsetD2D16", check_context);
  return fill_elements(call_now(), to, pitch, value, width, height);
}

CUresult cuMemsetD2D32(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                       size_t height) {
  BEGIN_DRIVER_CALL("cuMemsetD2D32", check_context);
  return fill_elements(call_now(), to, pitch, value, width, height);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD8Async", check_context);
  return fill_elements(call_now(stream), to, 0, value, count, 1);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD16Async", check_context);
  return fill_elements(call_now(stream), to, 0, value, count, 1);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD32Async", check_context);
  return fill_elements(call_now(stream), to, 0, value, count, 1);
}

CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD2D8Async", check_context);
  return fill_elements(call_now(stream), to, pitch, value, width, height);
}

CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD2D16Async", check_context);
  return fill_elements(call_now(stream), to, pitch, value, width, height);
}

CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream) {
  BEGIN_DRIVER_CALL("cuMemsetD2D32Async", check_context);
  return fill_elements(call_now(stream), to, pitch, value, width, height);
}
