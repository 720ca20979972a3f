// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The runtime API: device memory, and copies of plain rows of bytes.
#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "emulator/include/cudalab/api.h"
#include "emulator/runtime/api/copies.h"
#include "emulator/runtime/blocks/large_stack.h"
#include "emulator/runtime/blocks/library_access.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/devices.h"
#include "emulator/runtime/driver_call.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/memory_pools.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/device_queue.h"
#include "emulator/runtime/queue/errors.h"
#include "emulator/runtime/queue/graph_memory.h"
#include "emulator/runtime/queue/streams.h"
#include "emulator/runtime/queue/submit.h"
#include "emulator/runtime/queue/virtual_time.h"

using namespace cudalab::emulator;

cudaError_t cudaMalloc(pointer_out pointer, std::size_t bytes) {
  if (sticky_error() != cudaSuccess)
    return finish(cudaSuccess);
  if (pointer.get() == nullptr)
    return finish(cudaErrorInvalidValue);
  if (const cudaError_t error = check_unsafe_call(); error != cudaSuccess)
    return finish(error);
  if (call_fails("cudaMalloc", CALLER_IN_PROGRAM))
    return finish(cudaErrorMemoryAllocation);
  if (bytes == 0) {
    *pointer.get() = nullptr;
    return finish(cudaSuccess);
  }
  virtual_now.host_computes(virtual_cost::allocation);
  void* place = device_memory::instance().allocate(bytes, CALLER_IN_PROGRAM, memory_kind::device,
                                                   current_block != nullptr ? by_kernel : 0);
  if (place == nullptr) {
    because(fmt::format("{} bytes are asked for, the device has {}, and {} of them are given out",
                        bytes, device_memory::instance().capacity(),
                        device_memory::instance().given_out(current_device())));
    return finish(cudaErrorMemoryAllocation);
  }
  give(pointer.get(), place, CALLER_IN_PROGRAM);
  return finish(cudaSuccess);
}

cudaError_t cudalab::emulator::free_unordered(operation work, const void* caller) {
  wait_until_idle(); // what uses it has been seen then, and nothing crashes over it
  cudaStream_t unordered = nullptr;
  {
    const auto lock = locked_queue();
    unordered = make_stream(/*blocking=*/false, least_priority, caller);
  }
  cudaError_t error = submit(unordered, std::move(work));
  auto lock = locked_queue();
  if (error == cudaSuccess) // the call returns when it has freed, and it alone
    error = wait_as_host(lock, work_to_wait_for(*find_stream(unordered)));
  destroy_stream(unordered);
  return error;
}

namespace {

/// The same for what a graph has left.
cudaError_t free_of_graph(const std::shared_ptr<graph_memory>& memory, const void* caller) {
  if (const cudaError_t error = begin_call_that_frees(*memory, caller); error != cudaSuccess)
    return error;
  operation work = freeing_operation(memory, "cudaFree", caller);
  work.done_before = memory->allocated;
  const cudaError_t error = free_unordered(std::move(work), caller);
  const auto lock = locked_queue();
  const auto done = std::make_shared<queued_operation>();
  done->done = true;
  memory->note_free_submitted(error == cudaSuccess ? done : nullptr);
  return error;
}

/// For memory of a pool cudaFree does not wait: a kernel that the host has not waited for may still
/// use it. So it is freed in a stream that nothing orders, like cudaFreeAsync in a wrong one.
cudaError_t free_of_pool(void* pointer, const void* caller) {
  const std::optional<allocation> freed = device_memory::instance().find(pointer);
  if (!freed || freed->begin != pointer) {
    the_program_observer().free_refused(pointer, caller);
    return cudaErrorInvalidValue;
  }
  if (const void* const first = memory_pools::instance().begin_free(pointer, caller)) {
    the_program_observer().freed_twice(*freed, first, caller);
    return cudaErrorInvalidValue;
  }
  const cudaError_t error = free_unordered({.name = "cudaFree",
                                            .perform = [](operation_number) {},
                                            .called_at = caller,
                                            .uses = {{freed->begin, freed->bytes, true}},
                                            .effect = memory_effect::frees},
                                           caller);
  memory_pools::instance().gave_back(pointer);
  device_memory::instance().free(pointer, caller);
  return error;
}

/// Kernels free what kernels have allocated, and the host what the host has.
bool may_free_here(const void* pointer) {
  const std::optional<allocation> found = device_memory::instance().find(pointer);
  if (found && (is_mapped(*found) || is_of_other_process(*found)))
    return false;
  return !found || is_of_kernel(*found) == (current_block != nullptr);
}

/// Frees memory that is no graph's and no pool's.
cudaError_t free_plain(void* pointer, const void* caller) {
  if (may_free_here(pointer) &&
      device_memory::instance().free(pointer, caller) == device_memory::free_result::ok)
    return cudaSuccess;
  on_large_stack([=] { the_program_observer().free_refused(pointer, caller); });
  return cudaErrorInvalidValue;
}

} // namespace

cudaError_t cudaFree(void* pointer) {
  if (sticky_error() != cudaSuccess || pointer == nullptr)
    return finish(cudaSuccess);
  if (current_block != nullptr)
    return finish(free_plain(pointer, CALLER_IN_PROGRAM));
  if (free_fails(CALLER_IN_PROGRAM))
    return finish(cudaErrorInvalidValue);
  if (const auto memory = graph_memory_at(pointer))
    return finish(free_of_graph(memory, CALLER_IN_PROGRAM));
  if (memory_pools::instance().gave(pointer))
    return finish(free_of_pool(pointer, CALLER_IN_PROGRAM));
  // As CUDA does: what is pending may use the memory.
  note_host_wait("cudaFree", CALLER_IN_PROGRAM);
  const std::optional<allocation> freed = device_memory::instance().find(pointer);
  if (const cudaError_t error = wait_for_device(freed ? freed->device : current_device());
      error != cudaSuccess)
    return finish(error);
  return finish(free_plain(pointer, CALLER_IN_PROGRAM));
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (free == nullptr || total == nullptr)
    return finish(cudaErrorInvalidValue);
  *total = device_memory::instance().capacity();
  *free = *total - std::min(*total, device_memory::instance().given_out(current_device()));
  return finish(cudaSuccess);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return copy({"cudaMemcpy", CALLER_IN_PROGRAM}, {to, from, {bytes}, {}, {}, kind});
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy({"cudaMemcpyAsync", CALLER_IN_PROGRAM, stream, true},
              {to, from, {bytes}, {}, {}, kind});
}

bool cudalab::emulator::is_on_device(const void* pointer, int device, const char* which) {
  const std::optional<allocation> found = device_memory::instance().find(pointer);
  if (!found || found->kind != memory_kind::device || found->device == device)
    return true;
  because(fmt::format("the {} pointer is memory of device {}, and the call says device {}", which,
                      found->device, device));
  return false;
}

namespace {

cudaError_t copy_peer(const api_call& call, void* to, int to_device, const void* from,
                      int from_device, std::size_t bytes) {
  if (!is_device_number(to_device) || !is_device_number(from_device))
    return finish(cudaErrorInvalidDevice);
  if (!is_on_device(to, to_device, "first") || !is_on_device(from, from_device, "second"))
    return finish(cudaErrorInvalidValue);
  return copy(call, {to, from, {bytes}, {}, {}, cudaMemcpyDeviceToDevice});
}

} // namespace

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           std::size_t bytes) {
  return copy_peer({"cudaMemcpyPeer", CALLER_IN_PROGRAM}, to, to_device, from, from_device, bytes);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                std::size_t bytes, cudaStream_t stream) {
  return copy_peer({"cudaMemcpyPeerAsync", CALLER_IN_PROGRAM, stream, true}, to, to_device, from,
                   from_device, bytes);
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return fill({"cudaMemset", CALLER_IN_PROGRAM}, {pointer, value, {bytes}, {}});
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  return fill({"cudaMemsetAsync", CALLER_IN_PROGRAM, stream, true}, {pointer, value, {bytes}, {}});
}
