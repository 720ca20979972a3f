// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory that host and device see, and what a pointer points to.
#include "emulator/runtime/api/host_memory_api.h"

#include <atomic>
#include <cstring>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/include/cudalab/device_api.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/managed_hints.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/virtual_time.h"

using namespace cudalab::emulator;

namespace {

cudaError_t allocate_reachable(void** pointer, std::size_t bytes, memory_kind kind, unsigned flags,
                               const void* caller) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (pointer == nullptr)
    return finish(cudaErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return finish(kind == memory_kind::managed ? cudaErrorInvalidValue : cudaSuccess);
  if (call_fails(kind == memory_kind::managed ? "cudaMallocManaged" : "cudaMallocHost", caller))
    return finish(cudaErrorMemoryAllocation);
  virtual_now.host_computes(virtual_cost::allocation);
  if (kind == memory_kind::pinned)
    virtual_now.host_computes(virtual_cost::pinning(bytes));
  *pointer = device_memory::instance().allocate(bytes, caller, kind, flags);
  if (kind == memory_kind::managed && *pointer != nullptr)
    forget_managed_hints(*pointer, bytes);
  return finish(*pointer == nullptr ? cudaErrorMemoryAllocation : cudaSuccess);
}

cudaError_t free_host_memory(void* pointer, memory_kind kind, cudaError_t none, cudaError_t never,
                             const void* caller) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (pointer == nullptr)
    return finish(none);
  // What is pending may use the memory.
  if (kind == memory_kind::pinned)
    note_host_wait("cudaFreeHost", caller);
  if (const cudaError_t error = wait_for_device(every_device); error != cudaSuccess)
    return finish(error);
  const auto result = device_memory::instance().free(pointer, caller, kind);
  if (result != device_memory::free_result::ok && kind == memory_kind::pinned)
    the_program_observer().free_refused(pointer, caller);
  return finish(result == device_memory::free_result::ok ? cudaSuccess : never);
}

std::atomic<int> registered_ranges{0};

/// The memory that the host may touch too, at this pointer.
std::optional<allocation> shared_with_host(const void* pointer) {
  const std::optional<allocation> found = device_memory::instance().find(pointer);
  return found && host_may_touch(found->kind) ? found : std::nullopt;
}

} // namespace

bool cudalab::emulator::is_managed(const void* pointer, std::size_t bytes) {
  const auto found = shared_with_host(pointer);
  if (!found ||
      (found->kind != memory_kind::managed && found->kind != memory_kind::managed_variable))
    return false;
  const auto at = static_cast<const std::byte*>(pointer) - found->content;
  return bytes <= found->bytes - static_cast<std::size_t>(at);
}

bool cudalab::emulator::is_location(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice ? is_device_number(location.id)
                                                    : location.type != cudaMemLocationTypeInvalid;
}

namespace {

/// As calls before CUDA 13 name a place.
cudaMemLocation location_of(int device) {
  if (device == cudaCpuDeviceId)
    return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

cudaError_t prefetch(const void* pointer, std::size_t bytes, const cudaMemLocation& location,
                     cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (!is_location(location))
    return finish(cudaErrorInvalidDevice);
  if (bytes == 0 || !is_managed(pointer, bytes))
    return finish(cudaErrorInvalidValue);
  change_managed_hints(pointer, bytes, [&](managed_hints& hints) { hints.prefetched = location; });
  return finish(cudaSuccess);
}

void advise(managed_hints& hints, cudaMemoryAdvise advice, const cudaMemLocation& location) {
  const int device = location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
  switch (advice) {
  case cudaMemAdviseSetReadMostly:
  case cudaMemAdviseUnsetReadMostly:
    hints.read_mostly = advice == cudaMemAdviseSetReadMostly;
    return;
  case cudaMemAdviseSetPreferredLocation:
    hints.preferred = location;
    return;
  case cudaMemAdviseUnsetPreferredLocation:
    hints.preferred = {cudaMemLocationTypeInvalid, 0};
    return;
  case cudaMemAdviseSetAccessedBy:
    hints.accessed_by.insert(device);
    return;
  case cudaMemAdviseUnsetAccessedBy:
    hints.accessed_by.erase(device);
    return;
  }
}

cudaError_t take_advice(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                        const cudaMemLocation& location) {
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return finish(cudaErrorInvalidValue);
  if (!is_location(location) && advice >= cudaMemAdviseSetPreferredLocation)
    return finish(cudaErrorInvalidDevice);
  if (bytes == 0 || !is_managed(pointer, bytes))
    return finish(cudaErrorInvalidValue);
  change_managed_hints(pointer, bytes,
                       [&](managed_hints& hints) { advise(hints, advice, location); });
  return finish(cudaSuccess);
}

/// The number of a device, as attributes before CUDA 13 tell a place.
int device_at(const cudaMemLocation& location) {
  return location.type == cudaMemLocationTypeDevice ? location.id
         : location.type == cudaMemLocationTypeHost ? cudaCpuDeviceId
                                                    : cudaInvalidDeviceId;
}

/// What an attribute is, in numbers of 4 bytes. @param count how many there is room for
std::vector<int> numbers_of(const managed_hints& hints, cudaMemRangeAttribute attribute,
                            std::size_t count) {
  switch (attribute) {
  case cudaMemRangeAttributeReadMostly:
    return {hints.read_mostly ? 1 : 0};
  case cudaMemRangeAttributePreferredLocation:
    return {device_at(hints.preferred)};
  case cudaMemRangeAttributeLastPrefetchLocation:
    return {device_at(hints.prefetched)};
  case cudaMemRangeAttributePreferredLocationType:
    return {hints.preferred.type};
  case cudaMemRangeAttributePreferredLocationId:
    return {hints.preferred.id};
  case cudaMemRangeAttributeLastPrefetchLocationType:
    return {hints.prefetched.type};
  case cudaMemRangeAttributeLastPrefetchLocationId:
    return {hints.prefetched.id};
  case cudaMemRangeAttributeAccessedBy: {
    std::vector<int> all(hints.accessed_by.begin(), hints.accessed_by.end());
    all.resize(count, cudaInvalidDeviceId);
    return all;
  }
  }
  return {};
}

cudaError_t give_attribute(void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                           const void* pointer, std::size_t bytes) {
  if (data == nullptr || data_bytes == 0 || data_bytes % sizeof(int) != 0 || bytes == 0 ||
      !is_managed(pointer, bytes))
    return cudaErrorInvalidValue;
  const std::vector<int> numbers =
      numbers_of(managed_hints_of(pointer, bytes), attribute, data_bytes / sizeof(int));
  if (numbers.size() * sizeof(int) != data_bytes)
    return cudaErrorInvalidValue;
  std::memcpy(data, numbers.data(), data_bytes);
  return cudaSuccess;
}

} // namespace

cudaError_t cudaMallocManaged(pointer_out pointer, std::size_t bytes, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
    return finish(cudaErrorInvalidValue);
  return allocate_reachable(pointer.get(), bytes, memory_kind::managed, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaMallocHost(pointer_out pointer, std::size_t bytes, unsigned int flags) {
  return allocate_reachable(pointer.get(), bytes, memory_kind::pinned, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaHostAlloc(pointer_out pointer, std::size_t bytes, unsigned int flags) {
  constexpr unsigned known =
      cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if ((flags & ~known) != 0)
    return finish(cudaErrorInvalidValue);
  return allocate_reachable(pointer.get(), bytes, memory_kind::pinned, flags, CALLER_IN_PROGRAM);
}

cudaError_t cudaFreeHost(void* pointer) {
  return free_host_memory(pointer, memory_kind::pinned, cudaSuccess, cudaErrorInvalidValue,
                          CALLER_IN_PROGRAM);
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
  constexpr unsigned known =
      cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  device_memory& memory = device_memory::instance();
  if (pointer == nullptr || bytes == 0 || (flags & ~known) != 0 || memory.in_range(pointer))
    return finish(cudaErrorInvalidValue);
  the_program_observer().stores_for_host(pointer, bytes, CALLER_IN_PROGRAM); // kernels will
  if (!memory.adopt(pointer, bytes, memory_kind::registered, "", CALLER_IN_PROGRAM, flags))
    return finish(cudaErrorHostMemoryAlreadyRegistered);
  registered_ranges.fetch_add(1, std::memory_order_relaxed);
  return finish(cudaSuccess);
}

void cudalab::emulator::look_at_registered_memory() {
  if (registered_ranges.load(std::memory_order_relaxed) == 0)
    return;
  for (const allocation& each : device_memory::instance().live(true))
    if (each.kind == memory_kind::registered)
      the_program_observer().stores_later(each.content, each.bytes, each.made_by);
}

cudaError_t cudaHostUnregister(void* pointer) {
  const cudaError_t error =
      free_host_memory(pointer, memory_kind::registered, cudaErrorInvalidValue,
                       cudaErrorHostMemoryNotRegistered, CALLER_IN_PROGRAM);
  if (error == cudaSuccess)
    registered_ranges.fetch_sub(1, std::memory_order_relaxed);
  return error;
}

cudaError_t cudaHostGetDevicePointer(pointer_out device, void* host, unsigned int flags) {
  const auto found = shared_with_host(host);
  if (device.get() == nullptr || flags != 0 || !found)
    return finish(cudaErrorInvalidValue);
  *device.get() = host;
  return finish(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  const auto found = shared_with_host(host);
  if (flags == nullptr || !found || found->kind != memory_kind::pinned)
    return finish(cudaErrorInvalidValue);
  *flags = found->flags | cudaHostAllocMapped; // unified addressing maps all of it
  return finish(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  if (attributes == nullptr)
    return finish(cudaErrorInvalidValue);
  void* const place = const_cast<void*>(pointer);
  const std::optional<allocation> found = device_memory::instance().find(pointer);
  if (!found) {
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, place};
    return finish(cudaSuccess);
  }
  const bool managed =
      found->kind == memory_kind::managed || found->kind == memory_kind::managed_variable;
  attributes->type = managed                       ? cudaMemoryTypeManaged
                     : host_may_touch(found->kind) ? cudaMemoryTypeHost
                                                   : cudaMemoryTypeDevice;
  attributes->device = found->device;
  attributes->devicePointer = place;
  attributes->hostPointer = host_may_touch(found->kind) ? place : nullptr;
  return finish(cudaSuccess);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  if (flags != 0)
    return finish(cudaErrorInvalidValue);
  return prefetch(pointer, bytes, location, stream);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                 cudaStream_t stream) {
  return prefetch(pointer, bytes, location_of(device), stream);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  return take_advice(pointer, bytes, advice, location);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                          int device) {
  return take_advice(pointer, bytes, advice, location_of(device));
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t data_bytes,
                                     cudaMemRangeAttribute attribute, const void* pointer,
                                     std::size_t bytes) {
  return finish(give_attribute(data, data_bytes, attribute, pointer, bytes));
}

cudaError_t cudaMemRangeGetAttributes(void** data, std::size_t* data_bytes,
                                      cudaMemRangeAttribute* attributes, std::size_t count,
                                      const void* pointer, std::size_t bytes) {
  if (data == nullptr || data_bytes == nullptr || attributes == nullptr || count == 0)
    return finish(cudaErrorInvalidValue);
  for (std::size_t i = 0; i < count; ++i)
    if (const cudaError_t error =
            give_attribute(data[i], data_bytes[i], attributes[i], pointer, bytes);
        error != cudaSuccess)
      return finish(error);
  return finish(cudaSuccess);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned int flags) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  const bool one_flag =
      flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  return finish(one_flag && is_managed(pointer, bytes) ? cudaSuccess : cudaErrorInvalidValue);
}
