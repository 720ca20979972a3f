// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: batches of copies, prefetches and discards.
#include <algorithm>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/api/host_memory_api.h"
#include "emulator/runtime/memory/arrays.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/managed_hints.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

#define CALLER __builtin_return_address(0)

namespace {

cudaError_t check_stream(cudaStream_t stream) {
  const auto lock = locked_queue();
  const CUstream_st* const found = find_stream(stream);
  if (found == nullptr)
    return cudaErrorInvalidResourceHandle;
  if (is_legacy_stream(*found)) {
    because("a batch cannot be given to the legacy default stream");
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

/// Numbers of the first operation that each of so many settings is for.
bool are_firsts(const std::size_t* firsts, std::size_t settings, std::size_t count) {
  if (firsts == nullptr || settings == 0 || settings > count || firsts[0] != 0)
    return false;
  for (std::size_t i = 1; i < settings; ++i)
    if (firsts[i] <= firsts[i - 1])
      return false;
  return firsts[settings - 1] < count;
}

bool is_order(cudaMemcpySrcAccessOrder order) {
  return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

/// Whether all of the list is managed memory, to be prefetched.
bool are_managed(void* const* pointers, const std::size_t* sizes, std::size_t count) {
  if (pointers == nullptr || sizes == nullptr || count == 0)
    return false;
  for (std::size_t i = 0; i < count; ++i)
    if (sizes[i] == 0 || !is_managed(pointers[i], sizes[i]))
      return false;
  return true;
}

/// The bytes stay: what host code stores there later is not seen, so nobody could tell whether they
/// are read without having been written again.
void discard(const api_call& call, void* pointer, std::size_t bytes) {
  submit(call.stream, {.name = call.name,
                       .perform = [](operation_number) {},
                       .called_at = call.caller,
                       .uses = {{static_cast<const std::byte*>(pointer), bytes, true}}});
}

/// @param locations null: nothing is prefetched @param discards what is there before
cudaError_t do_batch(const api_call& call, void* const* pointers, const std::size_t* sizes,
                     std::size_t count, const cudaMemLocation* locations, const std::size_t* firsts,
                     std::size_t settings, unsigned long long flags, bool discards) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_stream(call.stream); error != cudaSuccess)
    return finish(error);
  if (flags != 0 || !are_managed(pointers, sizes, count))
    return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < settings; ++i)
    if (!is_location(locations[i]))
      return finish(cudaErrorInvalidDevice);
  if (discards) {
    const submitted_together together(call.stream, call.name);
    for (std::size_t i = 0; i < count; ++i)
      discard(call, pointers[i], sizes[i]);
  }
  for (std::size_t setting = 0, i = 0; i < count && settings != 0; ++i) {
    if (setting + 1 < settings && firsts[setting + 1] == i)
      ++setting;
    change_managed_hints(pointers[i], sizes[i],
                         [&](managed_hints& hints) { hints.prefetched = locations[setting]; });
  }
  return finish(cudaSuccess);
}

/// One side of a copy. @param unit bytes in an element
void set_side(const cudaMemcpy3DOperand& from, const cudaExtent& extent, std::size_t unit,
              cudaArray_t& array, cudaPos& position, cudaPitchedPtr& pointer) {
  if (from.type == cudaMemcpyOperandTypeArray) {
    array = from.op.array.array;
    position = {from.op.array.offset.x, from.op.array.offset.y, from.op.array.offset.z};
    return;
  }
  const auto& place = from.op.ptr;
  const std::size_t row = place.rowLength == 0 ? extent.width : place.rowLength;
  pointer = {place.ptr, row * unit, row * unit,
             place.layerHeight == 0 ? extent.height : place.layerHeight};
}

bool is_side(const cudaMemcpy3DOperand& side, const cudaExtent& extent) {
  if (side.type == cudaMemcpyOperandTypeArray)
    return find_array(side.op.array.array) != nullptr;
  const auto& place = side.op.ptr;
  return side.type == cudaMemcpyOperandTypePointer && place.ptr != nullptr &&
         (place.rowLength == 0 || place.rowLength >= extent.width) &&
         (place.layerHeight == 0 || place.layerHeight >= extent.height);
}

bool is_good(const cudaMemcpy3DBatchOp& one) {
  return is_order(one.srcAccessOrder) && one.flags <= cudaMemcpyFlagPreferOverlapWithCompute &&
         one.extent.width != 0 && one.extent.height != 0 && one.extent.depth != 0 &&
         is_side(one.src, one.extent) && is_side(one.dst, one.extent);
}

std::size_t unit_of(const cudaMemcpy3DOperand& side) {
  return side.type == cudaMemcpyOperandTypeArray ? find_array(side.op.array.array)->element_bytes()
                                                 : 0;
}

} // namespace

cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* sizes,
                                 std::size_t count, cudaMemcpyAttributes* attributes,
                                 std::size_t* firsts, std::size_t settings, cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_stream(stream); error != cudaSuccess)
    return finish(error);
  if (to == nullptr || from == nullptr || sizes == nullptr || attributes == nullptr ||
      !are_firsts(firsts, settings, count))
    return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < settings; ++i)
    if (!is_order(attributes[i].srcAccessOrder) ||
        attributes[i].flags > cudaMemcpyFlagPreferOverlapWithCompute)
      return finish(cudaErrorInvalidValue);
  const submitted_together together(stream, "cudaMemcpyBatchAsync");
  for (std::size_t i = 0; i < count; ++i)
    if (const cudaError_t error = copy({"cudaMemcpyBatchAsync", CALLER, stream, true},
                                       {to[i], from[i], {sizes[i]}, {}, {}, cudaMemcpyDefault});
        error != cudaSuccess)
      return error;
  return finish(cudaSuccess);
}

cudaError_t cudaMemcpy3DBatchAsync(std::size_t count, cudaMemcpy3DBatchOp* operations,
                                   unsigned long long flags, cudaStream_t stream) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_stream(stream); error != cudaSuccess)
    return finish(error);
  if (operations == nullptr || count == 0 || flags != 0)
    return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i)
    if (!is_good(operations[i]))
      return finish(cudaErrorInvalidValue);
  const submitted_together together(stream, "cudaMemcpy3DBatchAsync");
  for (std::size_t i = 0; i < count; ++i) {
    const cudaMemcpy3DBatchOp& one = operations[i];
    const std::size_t unit =
        std::max({std::size_t{1}, unit_of(one.src), unit_of(one.dst)}); // two arrays: copy_box says
    cudaMemcpy3DParms p = {};
    set_side(one.src, one.extent, unit, p.srcArray, p.srcPos, p.srcPtr);
    set_side(one.dst, one.extent, unit, p.dstArray, p.dstPos, p.dstPtr);
    p.extent = one.extent;
    p.kind = cudaMemcpyDefault;
    if (const cudaError_t error = copy_box({"cudaMemcpy3DBatchAsync", CALLER, stream, true}, &p);
        error != cudaSuccess)
      return error;
  }
  return finish(cudaSuccess);
}

cudaError_t cudaMemPrefetchBatchAsync(void** pointers, std::size_t* sizes, std::size_t count,
                                      cudaMemLocation* locations, std::size_t* firsts,
                                      std::size_t settings, unsigned long long flags,
                                      cudaStream_t stream) {
  if (locations == nullptr || !are_firsts(firsts, settings, count))
    return finish(cudaErrorInvalidValue);
  return do_batch({"cudaMemPrefetchBatchAsync", CALLER, stream, true}, pointers, sizes, count,
                  locations, firsts, settings, flags, false);
}

cudaError_t cudaMemDiscardBatchAsync(void** pointers, std::size_t* sizes, std::size_t count,
                                     unsigned long long flags, cudaStream_t stream) {
  return do_batch({"cudaMemDiscardBatchAsync", CALLER, stream, true}, pointers, sizes, count,
                  nullptr, nullptr, 0, flags, true);
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void** pointers, std::size_t* sizes,
                                                std::size_t count, cudaMemLocation* locations,
                                                std::size_t* firsts, std::size_t settings,
                                                unsigned long long flags, cudaStream_t stream) {
  if (locations == nullptr || !are_firsts(firsts, settings, count))
    return finish(cudaErrorInvalidValue);
  return do_batch({"cudaMemDiscardAndPrefetchBatchAsync", CALLER, stream, true}, pointers, sizes,
                  count, locations, firsts, settings, flags, true);
}
