// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: OpenGL's buffer objects. OpenGL is called on the calling thread only, since
/// that is where its context is; the device's part is an operation like any copy.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>
#include <vector>

#include "emulator/graphics.h"
#include "emulator/include/cuda_gl_interop.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/graphics/gl_buffer.h"
#include "emulator/runtime/graphics/gl_library.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/submit.h"

using namespace cudalab::emulator;

struct cudaGraphicsResource {
  unsigned buffer = 0;
  void* context = nullptr;
  unsigned flags = 0;         ///< cudaGraphicsMapFlags; the register flags have the same values
  std::byte* place = nullptr; ///< while mapped
  std::size_t bytes = 0;
};

namespace {

std::mutex registered_mutex;
std::set<cudaGraphicsResource_t>& registered() {
  static auto& all = *new std::set<cudaGraphicsResource_t>;
  return all;
}

std::size_t registrations_made = 0;

using lock = std::lock_guard<std::mutex>;

constexpr unsigned begin_again_after =
    16; // calls: each of them fills up the places of those before

std::mutex places_mutex;
std::byte* last_mapped = nullptr;
unsigned calls = 0;

/// Device memory behind the places that were given out by the last calls, so that a pointer that
/// was kept from an earlier map points to nothing. Every 16th call may begin again with the first
/// place. device_memory::free takes it. @param caller code address of the student's call
/// @return null: there is no room
std::byte* allocate_fresh(std::size_t bytes, const void* caller) {
  const std::lock_guard held(places_mutex);
  if (calls++ % begin_again_after == 0)
    last_mapped = nullptr;
  device_memory& memory = device_memory::instance();
  const auto next = [&] { return static_cast<std::byte*>(memory.allocate(bytes, caller)); };
  // The first place that is free is taken: what lies before the last one must not be free.
  std::vector<std::byte*> fillers;
  std::byte* place = next();
  for (; place != nullptr && place <= last_mapped; place = next())
    fillers.push_back(place);
  for (std::byte* each : fillers) {
    memory.name(each, "memory of an earlier map"); // who still uses it reads this name
    memory.free(each, caller);
  }
  if (place != nullptr)
    last_mapped = place;
  return place;
}

/// What is wrong with such a list, all of whose resources must (or must not) be mapped.
cudaError_t check(int count, cudaGraphicsResource_t* resources, bool mapped) {
  if (count <= 0 || resources == nullptr)
    return cudaErrorInvalidValue;
  std::set<cudaGraphicsResource_t> seen;
  for (int i = 0; i < count; ++i) {
    if (registered().count(resources[i]) == 0)
      return cudaErrorInvalidResourceHandle;
    if ((resources[i]->place != nullptr) != mapped)
      return mapped ? cudaErrorNotMapped : cudaErrorAlreadyMapped;
    if (!seen.insert(resources[i]).second)
      return cudaErrorInvalidValue;
    if (resources[i]->context != current_gl_context())
      return cudaErrorInvalidGraphicsContext;
  }
  return cudaSuccess;
}

void forget_place(cudaGraphicsResource& resource, const void* caller) {
  device_memory::instance().free(resource.place, caller);
  resource.place = nullptr;
  resource.bytes = 0;
}

cudaError_t map(cudaGraphicsResource& resource, cudaStream_t stream, const void* caller) {
  const auto content = read_gl_buffer(resource.buffer);
  if (!content || content->empty())
    return cudaErrorMapBufferObjectFailed;
  device_memory& memory = device_memory::instance();
  std::byte* const place = allocate_fresh(content->size(), caller);
  if (place == nullptr)
    return cudaErrorMemoryAllocation;
  memory.name(place, "OpenGL buffer " + std::to_string(resource.buffer));
  resource.place = place;
  resource.bytes = content->size();
  if (resource.flags == cudaGraphicsMapFlagsWriteDiscard)
    return cudaSuccess; // what the buffer holds is lost
  const cudaError_t error = submit_and_wait(
      stream, {.name = "cudaGraphicsMapResources",
               .perform =
                   [&](operation_number) {
                     std::memcpy(place, content->data(), content->size());
                     if (memory_listener* listener = memory.listener())
                       listener->written(place, content->size());
                   },
               .called_at = caller,
               .uses = {{.begin = place, .bytes = content->size(), .writes = true}}});
  if (error != cudaSuccess)
    forget_place(resource, caller);
  return error;
}

cudaError_t unmap(cudaGraphicsResource& resource, cudaStream_t stream, const void* caller) {
  std::vector<std::byte> content(resource.bytes);
  cudaError_t error = submit_and_wait(
      stream,
      {.name = "cudaGraphicsUnmapResources",
       .perform =
           [&](operation_number) { std::memcpy(content.data(), resource.place, content.size()); },
       .called_at = caller,
       .uses = {{.begin = resource.place, .bytes = content.size()}}});
  if (error == cudaSuccess && resource.flags != cudaGraphicsMapFlagsReadOnly &&
      !write_gl_buffer(resource.buffer, content))
    error = cudaErrorUnmapBufferObjectFailed;
  forget_place(resource, caller);
  return error;
}

} // namespace

graphics_registrations cudalab::emulator::registrations() {
  lock held(registered_mutex);
  std::size_t mapped = 0;
  for (const cudaGraphicsResource_t each : registered())
    mapped += each->place != nullptr;
  return {registrations_made, registered().size(), mapped};
}

bool cudalab::emulator::is_mapped(const void* pointer) {
  lock held(registered_mutex);
  const auto* const byte = static_cast<const std::byte*>(pointer);
  return std::any_of(registered().begin(), registered().end(), [&](cudaGraphicsResource_t each) {
    return each->place != nullptr && byte >= each->place && byte < each->place + each->bytes;
  });
}

cudaError_t cudaGLGetDevices(unsigned* count, int* devices, unsigned room, cudaGLDeviceList) {
  if (count == nullptr)
    return finish(cudaErrorInvalidValue);
  if (current_gl_context() == nullptr)
    return finish(cudaErrorInvalidGraphicsContext);
  *count = 1;
  if (devices != nullptr && room > 0)
    devices[0] = 0;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer,
                                         unsigned flags) {
  if (resource == nullptr || flags > cudaGraphicsRegisterFlagsWriteDiscard)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  void* const context = current_gl_context();
  if (context == nullptr)
    return finish(cudaErrorInvalidGraphicsContext);
  if (!is_gl_buffer(buffer))
    return finish(cudaErrorInvalidValue);
  if (call_fails("cudaGraphicsGLRegisterBuffer", __builtin_return_address(0)))
    return finish(cudaErrorMemoryAllocation);
  lock held(registered_mutex);
  *resource = new cudaGraphicsResource{.buffer = buffer, .context = context, .flags = flags};
  registered().insert(*resource);
  ++registrations_made;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  lock held(registered_mutex);
  if (registered().count(resource) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  cudaError_t error = cudaSuccess;
  if (resource->place != nullptr)
    error = unmap(*resource, nullptr, __builtin_return_address(0));
  registered().erase(resource);
  delete resource;
  if (call_fails("cudaGraphicsUnregisterResource", __builtin_return_address(0)))
    error = cudaErrorInvalidValue;
  return finish(error);
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned flags) {
  lock held(registered_mutex);
  if (registered().count(resource) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  if (flags > cudaGraphicsMapFlagsWriteDiscard)
    return finish(cudaErrorInvalidValue);
  if (resource->place != nullptr)
    return finish(cudaErrorAlreadyMapped);
  resource->flags = flags;
  return finish(cudaSuccess);
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t* resources,
                                     cudaStream_t stream) {
  lock held(registered_mutex);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const void* const caller = __builtin_return_address(0);
  cudaError_t error = check(count, resources, false);
  if (error == cudaSuccess && call_fails("cudaGraphicsMapResources", caller))
    error = cudaErrorMapBufferObjectFailed;
  for (int i = 0; error == cudaSuccess && i < count; ++i)
    error = map(*resources[i], stream, caller);
  return finish(error);
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t* resources,
                                       cudaStream_t stream) {
  lock held(registered_mutex);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  const void* const caller = __builtin_return_address(0);
  cudaError_t error = check(count, resources, true);
  if (error == cudaSuccess && call_fails("cudaGraphicsUnmapResources", caller)) {
    for (int i = 0; i < count; ++i)
      forget_place(*resources[i], caller); // what was written there is lost
    error = cudaErrorUnmapBufferObjectFailed;
  }
  for (int i = 0; error == cudaSuccess && i < count; ++i)
    error = unmap(*resources[i], stream, caller);
  return finish(error);
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void** pointer, std::size_t* bytes,
                                                 cudaGraphicsResource_t resource) {
  lock held(registered_mutex);
  if (registered().count(resource) == 0)
    return finish(cudaErrorInvalidResourceHandle);
  if (resource->place == nullptr)
    return finish(cudaErrorNotMapped);
  if (pointer == nullptr)
    return finish(cudaErrorInvalidValue);
  if (call_fails("cudaGraphicsResourceGetMappedPointer", __builtin_return_address(0)))
    return finish(cudaErrorNotMappedAsPointer);
  *pointer = resource->place;
  if (bytes != nullptr)
    *bytes = resource->bytes;
  return finish(cudaSuccess);
}
