// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: memory.
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/include/cudalab/api.h"
#include "emulator/observe/host_mistakes.h"
#include "emulator/runtime/device_limits.h"
#include "emulator/runtime/device_memory.h"
#include "emulator/runtime/errors.h"
#include "emulator/runtime/operation.h"

using namespace cudalab::emulator;

namespace {

constexpr std::size_t host_alignment = 512;

/// Host memory that the device can reach by itself, and its size.
std::mutex pinned_mutex;
std::map<const std::byte*, std::size_t>& pinned() {
  static auto& all = *new std::map<const std::byte*, std::size_t>;
  return all;
}

bool is_pinned(const void* pointer) {
  const auto* const address = static_cast<const std::byte*>(pointer);
  const std::lock_guard lock(pinned_mutex);
  const auto after = pinned().upper_bound(address);
  return after != pinned().begin() &&
         static_cast<std::size_t>(address - std::prev(after)->first) < std::prev(after)->second;
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

const std::byte* bytes_at(const void* pointer) {
  return static_cast<const std::byte*>(pointer);
}

/// Tells who keeps books of device memory.
void tell_copied(void* to, const void* from, std::size_t bytes) {
  memory_listener* const listener = device_memory::instance().listener();
  if (listener == nullptr || !on_device(to))
    return;
  if (on_device(from))
    listener->copied(bytes_at(to), bytes_at(from), bytes);
  else
    listener->written(bytes_at(to), bytes);
}

operation copy_operation(const char* name, const void* caller, void* to, const void* from,
                         std::size_t bytes) {
  return {.name = name,
          .perform =
              [=](operation_number) {
                std::memmove(to, from, bytes);
                tell_copied(to, from, bytes);
              },
          .called_at = caller,
          .uses = {{.begin = bytes_at(from), .bytes = bytes},
                   {.begin = bytes_at(to), .bytes = bytes, .writes = true}}};
}

/// The copy from pageable memory that CUDA makes: of what the memory holds now.
operation staged(operation work, void* to, const void* from, std::size_t bytes) {
  const auto content =
      std::make_shared<const std::vector<std::byte>>(bytes_at(from), bytes_at(from) + bytes);
  work.perform = [=](operation_number) {
    std::memcpy(to, content->data(), bytes);
    tell_copied(to, content->data(), bytes);
  };
  work.uses.erase(work.uses.begin());
  return work;
}

operation fill_operation(const char* name, const void* caller, void* to, int value,
                         std::size_t bytes) {
  return {.name = name,
          .perform =
              [=](operation_number) {
                std::memset(to, value, bytes);
                if (memory_listener* listener = device_memory::instance().listener())
                  listener->written(bytes_at(to), bytes);
              },
          .called_at = caller,
          .uses = {{.begin = bytes_at(to), .bytes = bytes, .writes = true}}};
}

/// What CUDA says to a fill.
cudaError_t check_fill(const void* pointer, std::size_t bytes) {
  return on_device(pointer) && whole_range_allocated(pointer, bytes) ? cudaSuccess
                                                                     : cudaErrorInvalidValue;
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
  // As CUDA does: what is pending may use the memory.
  if (const cudaError_t error = wait_for_device(); error != cudaSuccess)
    return finish(error);
  const auto result = device_memory::instance().free(pointer, __builtin_return_address(0));
  if (result != device_memory::free_result::ok)
    found_invalid_free(pointer, __builtin_return_address(0));
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
    pinned()[static_cast<std::byte*>(place)] = bytes;
  }
  *pointer.get() = place;
  return finish(cudaSuccess);
}

cudaError_t cudaFreeHost(void* pointer) {
  if (pointer == nullptr)
    return finish(cudaSuccess);
  if (const cudaError_t error = wait_for_device(); error != cudaSuccess)
    return finish(error);
  {
    std::lock_guard lock(pinned_mutex);
    if (pinned().erase(static_cast<std::byte*>(pointer)) == 0)
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
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_copy(to, from, bytes, kind); error != cudaSuccess)
    return finish(error);
  operation work = copy_operation("cudaMemcpy", __builtin_return_address(0), to, from, bytes);
  const bool stays_on_device = on_device(to) && on_device(from);
  return finish(stays_on_device ? submit(cudaStreamLegacy, std::move(work))
                                : submit_and_wait(cudaStreamLegacy, std::move(work)));
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_copy(to, from, bytes, kind); error != cudaSuccess)
    return finish(error);
  operation work = copy_operation("cudaMemcpyAsync", __builtin_return_address(0), to, from, bytes);
  const bool to_host = !on_device(to), from_host = !on_device(from);
  if (is_capturing(stream))
    return finish(submit(stream, std::move(work)));
  if (to_host && !is_pinned(to))
    return finish(submit_and_wait(stream, std::move(work)));
  if (from_host && !to_host && !is_pinned(from))
    work = staged(std::move(work), to, from, bytes);
  return finish(submit(stream, std::move(work)));
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_fill(pointer, bytes); error != cudaSuccess)
    return finish(error);
  return finish(submit(cudaStreamLegacy, fill_operation("cudaMemset", __builtin_return_address(0),
                                                        pointer, value, bytes)));
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  if (!is_stream(stream))
    return finish(cudaErrorInvalidResourceHandle);
  if (sticky_error() != cudaSuccess || bytes == 0)
    return finish(cudaSuccess);
  if (const cudaError_t error = check_fill(pointer, bytes); error != cudaSuccess)
    return finish(error);
  return finish(submit(stream, fill_operation("cudaMemsetAsync", __builtin_return_address(0),
                                              pointer, value, bytes)));
}
