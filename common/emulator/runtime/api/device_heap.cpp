// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// emucc gives malloc, free, new and delete in a student's object the names below. In host code they
// are what they were; the books of host memory and the virtual clock hear of it.
#include "emulator/runtime/api/device_heap.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include <cxxabi.h>

#include "emulator/include/cudalab/errors.h"
#include "emulator/runtime/execution.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/program_observer.h"
#include "emulator/runtime/queue/virtual_time.h"

namespace cudalab::emulator {

namespace {

std::atomic<std::size_t> heap_limit = std::size_t{8} << 20;
std::atomic<std::size_t> in_use = 0;

/// Null when the heap has no room left.
void* device_malloc(std::size_t bytes, const void* caller) {
  if (bytes == 0)
    bytes = 1;
  if (in_use.fetch_add(bytes) + bytes <= heap_limit)
    if (void* const place =
            device_memory::instance().allocate(bytes, caller, memory_kind::device_heap))
      return place;
  in_use -= bytes;
  return nullptr;
}

void device_free(void* pointer, const void* caller) {
  if (pointer == nullptr)
    return;
  device_memory& memory = device_memory::instance();
  const auto found = memory.find(pointer);
  const auto result = memory.free(pointer, caller, memory_kind::device_heap);
  if (result == device_memory::free_result::ok) {
    in_use -= found->bytes;
    return;
  }
  the_program_observer().kernel_free_refused(
      pointer, result == device_memory::free_result::already_freed, caller);
  abandon_launch(cudaErrorIllegalAddress);
}

/// Host code gives memory of the device, or pinned memory, to a function that frees the host's own.
/// The program ends, as it does on a GPU. @param how "delete[]"
[[noreturn]] void end_at_foreign_free(const void* place, const std::string& how,
                                      const void* caller) {
  const auto of = device_memory::instance().find(place);
  const std::string line =
      how + (of && of->kind == memory_kind::pinned
                 ? " of memory from cudaMallocHost: cudaFreeHost frees it"
             : device_memory::instance().in_range(place)
                 ? " of memory of the device: cudaFree frees it"
                 : " of memory that malloc() and new have not given, or that is free already");
  if (!the_program_observer().foreign_free(place, how.c_str(), caller, line))
    std::fprintf(stderr, "%s\n", line.c_str());
  std::fflush(stderr);
  std::abort();
}

/// Host code got memory.
void* told(void* place, std::size_t bytes, const void* caller) {
  host_allocates(bytes);
  the_program_observer().host_allocated(place, bytes, caller);
  return place;
}

/// Host code is about to give memory back.
void* tell_free(void* place, const char* how, const void* caller) {
  if (device_memory::instance().in_range(place) ||
      (place != nullptr && !the_program_observer().host_may_free(place))) [[unlikely]]
    end_at_foreign_free(place, how, caller);
  the_program_observer().host_freed(place);
  return place;
}

} // namespace

std::size_t device_heap_limit() {
  return heap_limit;
}

void set_device_heap_limit(std::size_t bytes) {
  heap_limit = bytes;
}

} // namespace cudalab::emulator

using cudalab::emulator::current_block;
using cudalab::emulator::device_free;
using cudalab::emulator::device_malloc;
using cudalab::emulator::tell_free;
using cudalab::emulator::told;

#define CALLER __builtin_return_address(0)

extern "C" {
void* cudalab_malloc(std::size_t bytes) {
  return current_block == nullptr ? told(std::malloc(bytes), bytes, CALLER)
                                  : device_malloc(bytes, CALLER);
}
void cudalab_free(void* pointer) {
  current_block == nullptr ? std::free(tell_free(pointer, "free()", CALLER))
                           : device_free(pointer, CALLER);
}
// Kernels have neither of these.
void* cudalab_calloc(std::size_t count, std::size_t bytes) {
  return told(std::calloc(count, bytes), count * bytes, CALLER);
}
void* cudalab_realloc(void* pointer, std::size_t bytes) {
  void* const moved = std::realloc(tell_free(pointer, "realloc()", CALLER), bytes);
  return told(moved, bytes, CALLER);
}

void* cudalab_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return told(std::aligned_alloc(alignment, bytes), bytes, CALLER);
}
int cudalab_posix_memalign(void** place, std::size_t alignment, std::size_t bytes) {
  cudalab::emulator::the_program_observer().stores_for_host(place, sizeof *place, CALLER);
  void* made = nullptr;
  const int error = posix_memalign(&made, alignment, bytes);
  if (error == 0)
    *place = told(made, bytes, CALLER);
  return error;
}
/// The exception itself: what is thrown is made there.
void* cudalab_allocate_exception(std::size_t bytes) {
  void* const place = abi::__cxa_allocate_exception(bytes);
  cudalab::emulator::the_program_observer().exception_allocated(place, bytes);
  return place;
}

void* cudalab_new(std::size_t bytes) {
  return current_block == nullptr ? told(::operator new(bytes), bytes, CALLER)
                                  : device_malloc(bytes, CALLER);
}
void* cudalab_new_array(std::size_t bytes) {
  return current_block == nullptr ? told(::operator new[](bytes), bytes, CALLER)
                                  : device_malloc(bytes, CALLER);
}
void* cudalab_new_nothrow(std::size_t bytes, const std::nothrow_t& tag) {
  return current_block == nullptr ? told(::operator new(bytes, tag), bytes, CALLER)
                                  : device_malloc(bytes, CALLER);
}
void* cudalab_new_array_nothrow(std::size_t bytes, const std::nothrow_t& tag) {
  return current_block == nullptr ? told(::operator new[](bytes, tag), bytes, CALLER)
                                  : device_malloc(bytes, CALLER);
}
// Kernels have none of these.
void* cudalab_new_aligned(std::size_t bytes, std::align_val_t alignment) {
  return told(::operator new(bytes, alignment), bytes, CALLER);
}
void* cudalab_new_array_aligned(std::size_t bytes, std::align_val_t alignment) {
  return told(::operator new[](bytes, alignment), bytes, CALLER);
}
void cudalab_delete_aligned(void* pointer, std::align_val_t alignment) {
  ::operator delete(tell_free(pointer, "delete", CALLER), alignment);
}
void cudalab_delete_sized_aligned(void* pointer, std::size_t, std::align_val_t alignment) {
  ::operator delete(tell_free(pointer, "delete", CALLER), alignment);
}
void cudalab_delete_array_aligned(void* pointer, std::align_val_t alignment) {
  ::operator delete[](tell_free(pointer, "delete[]", CALLER), alignment);
}
void cudalab_delete(void* pointer) {
  current_block == nullptr ? ::operator delete(tell_free(pointer, "delete", CALLER))
                           : device_free(pointer, CALLER);
}
void cudalab_delete_array(void* pointer) {
  current_block == nullptr ? ::operator delete[](tell_free(pointer, "delete[]", CALLER))
                           : device_free(pointer, CALLER);
}
// (clang declares the sized forms of delete only when asked to.)
void cudalab_delete_sized(void* pointer, std::size_t) {
  current_block == nullptr ? ::operator delete(tell_free(pointer, "delete", CALLER))
                           : device_free(pointer, CALLER);
}
void cudalab_delete_array_sized(void* pointer, std::size_t) {
  current_block == nullptr ? ::operator delete[](tell_free(pointer, "delete[]", CALLER))
                           : device_free(pointer, CALLER);
}

} // extern "C"
