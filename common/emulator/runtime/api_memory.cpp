// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory.
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/device_memory.h"
#include "emulator/runtime/errors.h"

using namespace cudalab::emulator;

namespace {

constexpr std::size_t host_alignment = 512;

std::mutex pinned_mutex;
std::set<void*>& pinned() {
  static std::set<void*>& all = *new std::set<void*>;
  return all;
}

bool on_device(const void* pointer) {
  return device_memory::instance().contains(pointer);
}

bool whole_range_allocated(const void* pointer, std::size_t bytes) {
  const auto found = device_memory::instance().find(pointer);
  return found &&
         bytes <= static_cast<std::size_t>(found->end() - static_cast<const std::byte*>(pointer));
}

/// A copy between these two places in this direction: what CUDA says to it.
cudaError_t check_copy(const void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  const bool to_device = on_device(to), from_device = on_device(from);
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  if (to == nullptr || from == nullptr)
    return cudaErrorInvalidValue;
  if (kind != cudaMemcpyDefault &&
      (to_device != (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice) ||
       from_device != (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice)))
    return cudaErrorInvalidValue;
  if ((to_device && !whole_range_allocated(to, bytes)) ||
      (from_device && !whole_range_allocated(from, bytes)))
    return cudaErrorInvalidValue;
  return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_copy(to, from, bytes, kind); error != cudaSuccess)
    return finish(error);
  std::memmove(to, from, bytes);
  if (memory_listener* listener = device_memory::instance().listener();
      listener != nullptr && on_device(to)) {
    const auto* target = static_cast<const std::byte*>(to);
    if (on_device(from))
      listener->copied(target, static_cast<const std::byte*>(from), bytes);
    else
      listener->written(target, bytes);
  }
  return finish(cudaSuccess);
}

cudaError_t fill(void* pointer, int value, std::size_t bytes) {
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (!on_device(pointer) || !whole_range_allocated(pointer, bytes))
    return finish(cudaErrorInvalidValue);
  std::memset(pointer, value, bytes);
  if (memory_listener* listener = device_memory::instance().listener(); listener != nullptr)
    listener->written(static_cast<const std::byte*>(pointer), bytes);
  return finish(cudaSuccess);
}

} // namespace

cudaError_t cudaMalloc(pointer_out pointer, std::size_t bytes) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (pointer.get() == nullptr)
    return finish(cudaErrorInvalidValue);
  if (bytes == 0) {
    *pointer.get() = nullptr;
    return finish(cudaSuccess);
  }
  void* place = device_memory::instance().allocate(bytes, __builtin_return_address(0));
  if (place == nullptr)
    return finish(cudaErrorMemoryAllocation);
  *pointer.get() = place;
  return finish(cudaSuccess);
}

cudaError_t cudaFree(void* pointer) {
  if (sticky_error() != cudaSuccess || pointer == nullptr)
    return finish(cudaSuccess);
  const auto result = device_memory::instance().free(pointer, __builtin_return_address(0));
  return finish(result == device_memory::free_result::ok ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(pointer_out pointer, std::size_t bytes) {
  return cudaHostAlloc(pointer, bytes, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(pointer_out pointer, std::size_t bytes, unsigned int) {
  if (pointer.get() == nullptr)
    return finish(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  void* place = nullptr;
  if (bytes != 0 && posix_memalign(&place, host_alignment, bytes) != 0)
    return finish(cudaErrorMemoryAllocation);
  if (place != nullptr) {
    std::lock_guard lock(pinned_mutex);
    pinned().insert(place);
  }
  *pointer.get() = place;
  return finish(cudaSuccess);
}

cudaError_t cudaFreeHost(void* pointer) {
  if (pointer == nullptr)
    return finish(cudaSuccess);
  {
    std::lock_guard lock(pinned_mutex);
    if (pinned().erase(pointer) == 0)
      return finish(cudaErrorInvalidValue);
  }
  std::free(pointer);
  return finish(cudaSuccess);
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (free == nullptr || total == nullptr)
    return finish(cudaErrorInvalidValue);
  *total = *free = device_memory::instance().reserved_bytes();
  for (const allocation& one : device_memory::instance().live())
    *free -= one.bytes;
  return finish(cudaSuccess);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  return copy(to, from, bytes, kind);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return fill(pointer, value, bytes);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  return fill(pointer, value, bytes);
}
