// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a callback of checked code to the observers: which space an address lies in, and who wants
/// to hear of it. Included by the callbacks only; every access of a kernel runs through here.
#pragma once

#include <atomic>

#include "emulator/observe/observer.h"

namespace cudalab::emulator {

/// What a callback must know at once, for one OS thread. Filled by block_observers().
struct hot_state {
  const std::byte* shared_begin = nullptr;
  std::size_t shared_bytes = 0;
  /// For each byte of the segment: whether it is another thread-local variable (threadIdx, say)
  /// that the linker put among the shared ones. Null: there is none.
  const std::uint8_t* not_shared = nullptr;
  block_observer* const* observers = nullptr; ///< the last is null
  unsigned generation = 0;                    ///< the observer_generation of all this
};

/// The range of device addresses: the same for the whole run. Filled by __tsan_init.
struct device_range {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
};

extern constinit thread_local hot_state hot;
/// Goes up when the observers change. Read by all OS threads; changed between launches only.
extern constinit std::atomic<unsigned> observer_generation;
extern constinit device_range device_addresses;

/// Host code touched a device address: says so and ends the process, as a GPU program would crash.
[[noreturn]] void device_pointer_on_host(const void* address, access_kind kind, const void* pc);

/// Device code touched something that is neither shared nor global. Returns when that is allowed
/// (its stack, its arguments, globals); else it is a finding and the launch is over.
void touched_elsewhere(const void* address, access_kind kind, const void* pc);

inline void touched(const void* where, std::uint32_t bytes, access_kind kind,
                    std::uint32_t alignment, const void* pc,
                    access_manner manner = access_manner::plain) {
  const std::byte* const address = static_cast<const std::byte*>(where);
  const std::uint64_t device_offset = static_cast<std::uint64_t>(address - device_addresses.begin);
  const block_state* const block = current_block;
  if (block == nullptr) [[unlikely]] {
    if (device_offset < device_addresses.bytes)
      device_pointer_on_host(where, kind, pc);
    return;
  }
  if (hot.generation != observer_generation.load(std::memory_order_relaxed)) [[unlikely]]
    block_observers();
  const std::uint64_t shared_offset = static_cast<std::uint64_t>(address - hot.shared_begin);
  const bool shared = shared_offset < hot.shared_bytes;
  if (shared) {
    if (hot.not_shared != nullptr && hot.not_shared[shared_offset] != 0)
      return;
  } else if (device_offset >= device_addresses.bytes) {
    touched_elsewhere(where, kind, pc);
    return;
  }
  const access seen{.address = address,
                    .bytes = bytes,
                    .kind = kind,
                    .pc = pc,
                    .offset = shared ? shared_offset : device_offset,
                    .space = shared ? memory_space::shared : memory_space::global,
                    .alignment = alignment,
                    .manner = manner};
  for (block_observer* const* each = hot.observers; *each != nullptr; ++each)
    (*each)->accessed(*block, seen);
}

} // namespace cudalab::emulator
