// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The functions that code compiled with -fsanitize=thread calls at each load and store. We link
// without the sanitizer's runtime and define them here.
#include <cstring>

#include "emulator/include/cudalab/errors.h"
#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/host/call_targets.h"
#include "emulator/observe/symbols/address_kinds.h"
#include "emulator/observe/symbols/exit_history.h"
#include "emulator/runtime/blocks/block_scheduler.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/program_code.h"
#include "emulator/runtime/queue/virtual_time.h"

using cudalab::emulator::access_bytes;
using cudalab::emulator::access_kind;
using cudalab::emulator::access_manner;
using cudalab::emulator::aligned_part;
using cudalab::emulator::host_copies;
using cudalab::emulator::is_of_device;
using cudalab::emulator::packed;
using cudalab::emulator::read_quietly;
using cudalab::emulator::touched;

#define CALLER __builtin_return_address(0)

namespace {

/// Basic blocks that a thread enters before others have a turn: it may wait for one of them.
constexpr unsigned blocks_before_yield = 1u << 16;

/// A volatile read may look at a flag that another thread will set.
inline void yield_if_polling(const void* address, const void* pc) {
  using namespace cudalab::emulator;
  if (current_scheduler != nullptr)
    current_scheduler->yield_if_polling(address, pc);
}

/// What kernels ask of the device library is told by that itself: of memory of the device, and of
/// static variables of functions, which a kernel has there.
bool is_told_by_device_library(const void* p) {
  using namespace cudalab::emulator;
  return current_block != nullptr &&
         (is_of_device(p) || (!fiber_stacks::same_stack(p, __builtin_frame_address(0)) &&
                              static_variable_at(p).begin != nullptr));
}

/// Whether a CUDA thread has stack left, asked when it enters a function: observers work on the
/// same stack, and should not be what runs out of it. Does not return when there is too little.
/// @param pc return address in the function
inline void check_stack(const void* frame, const void* pc) {
  using namespace cudalab::emulator;
  constexpr std::ptrdiff_t room_for_observers = 16 * 1024;
  static const fiber_stacks& stacks = fiber_stacks::instance();
  if (stacks.room_below(frame) < room_for_observers) [[unlikely]]
    current_scheduler->stop({.why = stop_reason::stack_overflow, .site = pc},
                            cudaErrorLaunchFailure);
}

} // namespace

#define VOLATILE access_manner::volatile_access
// cudalab_part_*: what emucc puts in their place near members of vector objects.
#define LOADS_AND_STORES(size)                                                                     \
  void __tsan_read##size(void* p) {                                                                \
    if (size == 4 && read_quietly(p))                                                              \
      return;                                                                                      \
    touched(p, size, access_kind::read, size, CALLER);                                             \
  }                                                                                                \
  void __tsan_write##size(void* p) {                                                               \
    touched(p, size, access_kind::write, size, CALLER);                                            \
  }                                                                                                \
  void cudalab_part_read##size(void* p, unsigned part) {                                           \
    if (size == 4 && read_quietly(p))                                                              \
      return;                                                                                      \
    touched(p, size, access_kind::read, aligned_part(size, part), CALLER);                         \
  }                                                                                                \
  void cudalab_part_write##size(void* p, unsigned part) {                                          \
    touched(p, size, access_kind::write, aligned_part(size, part), CALLER);                        \
  }                                                                                                \
  void __tsan_volatile_read##size(void* p) {                                                       \
    touched(p, size, access_kind::read, size, CALLER, VOLATILE);                                   \
    yield_if_polling(p, CALLER);                                                                   \
  }                                                                                                \
  void __tsan_volatile_write##size(void* p) {                                                      \
    touched(p, size, access_kind::write, size, CALLER, VOLATILE);                                  \
  }                                                                                                \
  void __tsan_read_write##size(void* p) {                                                          \
    touched(p, size, access_kind::read, size, CALLER);                                             \
    touched(p, size, access_kind::write, size, CALLER);                                            \
  }                                                                                                \
  void __tsan_unaligned_read##size(void* p) {                                                      \
    touched(p, size, access_kind::read, 1, CALLER);                                                \
  }                                                                                                \
  void __tsan_unaligned_write##size(void* p) {                                                     \
    touched(p, size, access_kind::write, 1, CALLER);                                               \
  }                                                                                                \
  void __tsan_unaligned_volatile_read##size(void* p) {                                             \
    touched(p, size, access_kind::read, 1, CALLER, VOLATILE);                                      \
  }                                                                                                \
  void __tsan_unaligned_volatile_write##size(void* p) {                                            \
    touched(p, size, access_kind::write, 1, CALLER, VOLATILE);                                     \
  }                                                                                                \
  void __tsan_unaligned_read_write##size(void* p) {                                                \
    touched(p, size, access_kind::read, 1, CALLER);                                                \
    touched(p, size, access_kind::write, 1, CALLER);                                               \
  }

extern "C" {

LOADS_AND_STORES(1)
LOADS_AND_STORES(2)
LOADS_AND_STORES(4)
LOADS_AND_STORES(8)
LOADS_AND_STORES(16)

void __tsan_func_entry(void*) {
  if (cudalab::emulator::current_block != nullptr)
    check_stack(__builtin_frame_address(0), CALLER);
}
void __tsan_func_exit() {
  using namespace cudalab::emulator;
  if (current_thread != nullptr)
    last_exits.left(cudalab_trail, CALLER);
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_update(void** vptr, void*) {
  touched(vptr, sizeof *vptr, access_kind::write, sizeof *vptr, CALLER);
}
void __tsan_vptr_read(void** vptr) {
  touched(vptr, sizeof *vptr, access_kind::read, sizeof *vptr, CALLER);
}

void __tsan_read_range(void* p, unsigned long bytes) {
  if (bytes != 0)
    touched(p, access_bytes(bytes), access_kind::read, 1, CALLER);
}
void __tsan_write_range(void* p, unsigned long bytes) {
  if (bytes != 0)
    touched(p, access_bytes(bytes), access_kind::write, 1, CALLER);
}

// What emucc announces itself, in submissions: stores of which clang says nothing, and what code
// that clang does not instrument reads.
void cudalab_write_range(void* p, unsigned long bytes) {
  if (bytes != 0)
    touched(p, access_bytes(bytes), access_kind::write, 1, CALLER);
}
void cudalab_reads_unwatched(void* p, unsigned long bytes) {
  if (bytes != 0 && is_of_device(p))
    touched(p, access_bytes(bytes), access_kind::read, 1, CALLER);
}

// What a library's function, which nobody watches, will store for a submission: emucc knows it by
// the function's name. A null pointer is not stored to.
void cudalab_library_writes(void* p, unsigned long bytes, unsigned long times) {
  if (p == nullptr || times == 0 || is_told_by_device_library(p))
    return;
  std::size_t all = 0;
  if (__builtin_mul_overflow(bytes, times, &all))
    all = SIZE_MAX;
  touched(p, access_bytes(all), access_kind::write, 1, CALLER);
}
void cudalab_library_writes_until(void* p, void* end) {
  if (end > p)
    touched(p,
            access_bytes(static_cast<std::size_t>(static_cast<char*>(end) - static_cast<char*>(p))),
            access_kind::write, 1, CALLER);
}
void cudalab_calls(const void* function) {
  if (!cudalab::emulator::may_be_called(function))
    cudalab::emulator::host_called_elsewhere(function, CALLER);
}
void cudalab_known_stream(const void* stream) {
  if (!cudalab::emulator::is_stream_of_text(stream))
    cudalab::emulator::host_stored_elsewhere(stream, CALLER);
}

// emucc gives memcpy, memmove and memset in a student's object the names cudalab_*; clang itself
// uses __tsan_* for those that it instruments.
#define COPY(name, function)                                                                       \
  void* name(void* to, const void* from, std::size_t bytes) {                                      \
    if (bytes != 0) {                                                                              \
      host_copies(bytes);                                                                          \
      touched(from, access_bytes(bytes), access_kind::read, 1, CALLER);                            \
      touched(to, access_bytes(bytes), access_kind::write, 1, CALLER);                             \
    }                                                                                              \
    return function(to, from, bytes);                                                              \
  }
#define FILL(name)                                                                                 \
  void* name(void* to, int value, std::size_t bytes) {                                             \
    if (bytes != 0) {                                                                              \
      host_copies(bytes);                                                                          \
      touched(to, access_bytes(bytes), access_kind::write, 1, CALLER);                             \
    }                                                                                              \
    return std::memset(to, value, bytes);                                                          \
  }

// What emucc puts in place of memcpy and memset, where it knows who asks for it
// (emucc/vector_members.h): an assignment of a structure, of which compilers know the alignment...
void* cudalab_vector_copy(void* to, const void* from, std::size_t bytes, unsigned alignment) {
  host_copies(bytes);
  const std::uint32_t part = packed({.alignment = alignment, .copied = true});
  touched(from, access_bytes(bytes), access_kind::read, aligned_part(alignment, part), CALLER);
  touched(to, access_bytes(bytes), access_kind::write, aligned_part(alignment, part), CALLER);
  return std::memcpy(to, from, bytes);
}
void* cudalab_vector_fill(void* to, int value, std::size_t bytes, unsigned alignment) {
  host_copies(bytes);
  const std::uint32_t part = packed({.alignment = alignment, .copied = true});
  touched(to, access_bytes(bytes), access_kind::write, aligned_part(alignment, part), CALLER);
  return std::memset(to, value, bytes);
}
// ... or the program itself, with any pointers: `alignment` is that of what they point to.
void* cudalab_byte_copy(void* to, const void* from, std::size_t bytes, unsigned alignment) {
  if (bytes != 0) {
    host_copies(bytes);
    const std::uint32_t part = packed({.alignment = alignment, .by_bytes = true});
    touched(from, access_bytes(bytes), access_kind::read, aligned_part(1, part), CALLER);
    touched(to, access_bytes(bytes), access_kind::write, aligned_part(1, part), CALLER);
  }
  return std::memcpy(to, from, bytes);
}
void* cudalab_byte_fill(void* to, int value, std::size_t bytes, unsigned alignment) {
  if (bytes != 0) {
    host_copies(bytes);
    const std::uint32_t part = packed({.alignment = alignment, .by_bytes = true});
    touched(to, access_bytes(bytes), access_kind::write, aligned_part(1, part), CALLER);
  }
  return std::memset(to, value, bytes);
}

COPY(__tsan_memcpy, std::memcpy)
COPY(__tsan_memmove, std::memmove)
COPY(cudalab_memcpy, std::memcpy)
COPY(cudalab_memmove, std::memmove)
FILL(__tsan_memset)
FILL(cudalab_memset)

void __sanitizer_cov_trace_pc() {
  using namespace cudalab::emulator;
  const std::uint32_t entered = cudalab_trail.entered;
  cudalab_trail.entered = entered + 1;
  cudalab_trail.blocks[entered % cudalab_trail.blocks.size()] =
      static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(CALLER));
  if ((entered + 1) % blocks_before_yield == 0 && current_scheduler != nullptr) [[unlikely]]
    current_scheduler->yield(CALLER);
}

} // extern "C"
