// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory in the order of a stream, and the pools that it comes from. The address
/// is known at once, as on a GPU; allocating and freeing are operations of the stream, so that a
/// use that is not ordered after the one and before the other is seen.
#include <memory>
#include <utility>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/graph_api.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/memory_pools.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/capture.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

namespace {

bool is_own_device(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice && is_device_number(location.id);
}

void* find_room(std::size_t bytes, int device, const void* caller) {
  const auto allocate = [&] {
    return device_memory::instance().allocate(bytes, caller, memory_kind::device, stream_ordered,
                                              device);
  };
  void* const place = allocate();
  if (place != nullptr)
    return place;
  wait_until_idle(); // something may be about to be freed
  return allocate();
}

/// A graph's own memory.
cudaError_t capture_allocation(void** pointer, std::size_t bytes, cudaStream_t stream,
                               const void* caller) {
  if (call_fails("cudaMallocAsync", caller))
    return cudaErrorMemoryAllocation;
  const auto memory = graph_memory::make(bytes, device_of_stream(stream), caller, false);
  if (memory == nullptr)
    return cudaErrorMemoryAllocation;
  memory->properties.allocType = cudaMemAllocationTypePinned;
  memory->properties.location = {cudaMemLocationTypeDevice, memory->device};
  const auto lock = locked_queue();
  CUstream_st& found = *find_stream(stream);
  memory->owner = found.recording->graph;
  const cudaError_t error =
      capture_memory(found, allocating_operation(memory, "cudaMallocAsync", caller),
                     cudaGraphNodeTypeMemAlloc, memory);
  if (error == cudaSuccess)
    *pointer = memory->begin;
  return error;
}

cudaError_t capture_free(void* pointer, cudaStream_t stream, const void* caller) {
  const auto memory = graph_memory_at(pointer);
  if (memory == nullptr) {
    because("a graph can free what its nodes, or those of another graph, have allocated");
    return cudaErrorInvalidValue;
  }
  const auto lock = locked_queue();
  CUstream_st& found = *find_stream(stream);
  if (found.recording->invalid)
    return cudaErrorStreamCaptureInvalidated;
  if (const cudaError_t error = note_free_node(*found.recording->graph, *memory);
      error != cudaSuccess)
    return error;
  return capture_memory(found, freeing_operation(memory, "cudaFreeAsync", caller),
                        cudaGraphNodeTypeMemFree, memory);
}

/// What a graph has left.
cudaError_t free_of_graph(const std::shared_ptr<graph_memory>& memory, cudaStream_t stream,
                          const void* caller) {
  if (const cudaError_t error = begin_call_that_frees(*memory, caller); error != cudaSuccess)
    return error;
  operation work = freeing_operation(memory, "cudaFreeAsync", caller);
  work.done_before = memory->allocated;
  const cudaError_t error = submit(stream, std::move(work));
  const auto lock = locked_queue();
  memory->note_free_submitted(error == cudaSuccess ? find_stream(stream)->last : nullptr);
  return error;
}

cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                     const void* caller) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (pointer == nullptr || !memory_pools::instance().exists(pool))
    return finish(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return finish(cudaSuccess);
  if (is_capturing(stream))
    return finish(capture_allocation(pointer, bytes, stream, caller));
  if (call_fails("cudaMallocAsync", caller) || !memory_pools::instance().has_room(pool, bytes))
    return finish(cudaErrorMemoryAllocation);
  {
    const auto lock = locked_queue();
    note_several_timelines(); // cudaFree is ordered after nothing: see free_of_pool()
  }
  void* const place = find_room(bytes, device_of_stream(stream), caller);
  if (place == nullptr)
    return finish(cudaErrorMemoryAllocation);
  const cudaError_t error = submit(stream, {.name = "cudaMallocAsync",
                                            .perform = [](operation_number) {},
                                            .called_at = caller,
                                            .uses = {{static_cast<std::byte*>(place), bytes, true}},
                                            .effect = memory_effect::allocates});
  if (error != cudaSuccess) {
    device_memory::instance().free(place, caller);
    return finish(error);
  }
  memory_pools::instance().took(pool, place, bytes);
  *pointer = place;
  return finish(cudaSuccess);
}

cudaError_t give_pool(cudaMemPool_t* pool, int device, cudaMemPool_t which) {
  if (pool == nullptr)
    return finish(cudaErrorInvalidValue);
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  *pool = which;
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaMallocAsync(pointer_out pointer, std::size_t bytes, cudaStream_t stream) {
  return allocate(pointer.get(), bytes, memory_pools::instance().current(), stream,
                  CALLER_IN_PROGRAM);
}

cudaError_t cudaMallocFromPoolAsync(pointer_out pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return allocate(pointer.get(), bytes, pool, stream, CALLER_IN_PROGRAM);
}

cudaError_t cudaMallocAsync(pointer_out pointer, std::size_t bytes, cudaMemPool_t pool,
                            cudaStream_t stream) {
  return allocate(pointer.get(), bytes, pool, stream, CALLER_IN_PROGRAM);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const void* const caller = CALLER_IN_PROGRAM;
  if (sticky_error() != cudaSuccess || pointer == nullptr)
    return finish(cudaSuccess);
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (is_capturing(stream))
    return finish(capture_free(pointer, stream, caller));
  if (const auto memory = graph_memory_at(pointer))
    return finish(free_of_graph(memory, stream, caller));
  const auto found = device_memory::instance().find(pointer);
  if (!found || found->begin != pointer || found->kind != memory_kind::device) {
    the_program_observer().free_refused(pointer, caller);
    return finish(cudaErrorInvalidValue);
  }
  if (const void* const first = memory_pools::instance().begin_free(pointer, caller)) {
    the_program_observer().freed_twice(*found, first, caller);
    return finish(cudaErrorInvalidValue);
  }
  return finish(submit(stream, {.name = "cudaFreeAsync",
                                .perform =
                                    [=](operation_number) {
                                      memory_pools::instance().gave_back(pointer);
                                      device_memory::instance().free(pointer, caller);
                                    },
                                .called_at = caller,
                                .uses = {{found->begin, found->bytes, true}},
                                .effect = memory_effect::frees}));
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return give_pool(pool, device, memory_pools::instance().default_pool());
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return give_pool(pool, device, memory_pools::instance().current());
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_device_number(device))
    return finish(cudaErrorInvalidDevice);
  return finish(memory_pools::instance().set_current(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

namespace {

/// Whether there are pools of this type there: of memory of the devices.
cudaError_t check_place(const cudaMemLocation* location, cudaMemAllocationType type) {
  if (location == nullptr || type == cudaMemAllocationTypeInvalid ||
      type > cudaMemAllocationTypeManaged)
    return cudaErrorInvalidValue;
  if (type == cudaMemAllocationTypeManaged || location->type == cudaMemLocationTypeHost ||
      location->type == cudaMemLocationTypeHostNuma) {
    because("the emulated device has pools of its own memory only");
    return cudaErrorNotSupported;
  }
  if (location->type != cudaMemLocationTypeDevice)
    return cudaErrorInvalidValue;
  return is_device_number(location->id) ? cudaSuccess : cudaErrorInvalidDevice;
}

} // namespace

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                                     cudaMemAllocationType type) {
  if (const cudaError_t error = check_place(location, type); error != cudaSuccess)
    return finish(error);
  return cudaDeviceGetDefaultMemPool(pool, location->id);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location,
                              cudaMemAllocationType type) {
  if (const cudaError_t error = check_place(location, type); error != cudaSuccess)
    return finish(error);
  return cudaDeviceGetMemPool(pool, location->id);
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type,
                              cudaMemPool_t pool) {
  if (const cudaError_t error = check_place(location, type); error != cudaSuccess)
    return finish(error);
  return cudaDeviceSetMemPool(location->id, pool);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (pool == nullptr || properties == nullptr ||
      properties->allocType != cudaMemAllocationTypePinned || !is_own_device(properties->location))
    return finish(cudaErrorInvalidValue);
  if (properties->handleTypes != cudaMemHandleTypeNone) // for another process
    return finish(cudaErrorNotSupported);
  *pool = memory_pools::instance().create(properties->maxSize);
  return finish(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return finish(memory_pools::instance().destroy(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return finish(memory_pools::instance().set(pool, attribute, value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return finish(memory_pools::instance().get(pool, attribute, value));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return finish(memory_pools::instance().exists(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* list,
                                 std::size_t count) {
  if (!memory_pools::instance().exists(pool) || (list == nullptr && count != 0))
    return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_own_device(list[i].location))
      return finish(cudaErrorInvalidDevice);
    if (list[i].flags != cudaMemAccessFlagsProtReadWrite)
      return finish(cudaErrorInvalidValue);
  }
  return finish(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location) {
  if (flags == nullptr || location == nullptr || !memory_pools::instance().exists(pool))
    return finish(cudaErrorInvalidValue);
  if (!is_own_device(*location))
    return finish(cudaErrorInvalidDevice);
  *flags = cudaMemAccessFlagsProtReadWrite;
  return finish(cudaSuccess);
}
