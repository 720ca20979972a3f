// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a callback of checked code to the observers: which space an address lies in, and who wants
/// to hear of it. Every access of a kernel runs through here.
#pragma once

#include "emulator/observe/access/quiet_cells.h"
#include "emulator/observe/host/touched_by_host.h"
#include "emulator/runtime/active_observers.h"

namespace cudalab::emulator {

/// What a callback must know at once, for one OS thread. Filled by complete_hot_state().
struct hot_state {
  const std::byte* shared_begin = nullptr;
  std::size_t shared_bytes = 0;
  /// For each byte of the segment: whether it is another thread-local variable (threadIdx, say)
  /// that the linker put among the shared ones. Null: there is none.
  const std::uint8_t* not_shared = nullptr;
  quiet_cells quiet;
  block_observer* const* observers = nullptr; ///< the last is null
  unsigned generation = 0;                    ///< the observer_generation of all this
};

extern constinit thread_local hot_state hot;
/// The range of device addresses: the same for the whole run. Filled by __tsan_init.
extern constinit address_range device_addresses;
/// From the first to the last of the program's own __device__, __constant__ and __managed__
/// variables.
extern constinit address_range device_variable_addresses;

/// Brings `hot` of this OS thread up to date with its block observers, and adds one that forgets
/// which reads are quiet. For set_observers().
void complete_hot_state(block_observer_list& own);

/// Device code touched something that is neither shared nor in the range of device addresses.
/// Returns when that is allowed (its stack, its arguments, variables of the device, constants);
/// else it is a finding and the launch is over. `alignment`: as touched() has it.
void touched_elsewhere(const void* address, std::uint32_t bytes, access_kind kind,
                       std::uint32_t alignment, const void* pc, access_manner manner);

/// An access by the current thread: tells all observers, if it is one of theirs. `alignment`: that
/// the address must have, as on a GPU, or what aligned_part() makes of it. Never inlined: it would
/// burden the reads below, which need none of it.
[[gnu::noinline]] void touched(const void* where, std::uint32_t bytes, access_kind kind,
                               std::uint32_t alignment, const void* pc,
                               access_manner manner = access_manner::plain);

/// So many bytes as an access can have: more is as bad.
inline std::uint32_t access_bytes(std::size_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(bytes, UINT32_MAX));
}

/// An alignment, and access::part in the same word: one more argument would be one of all accesses.
constexpr std::uint32_t aligned_part(std::uint32_t alignment, std::uint32_t part) {
  return alignment | part << 8;
}

/// Memory that kernels see.
inline bool is_of_device(const void* where) {
  const std::byte* const address = static_cast<const std::byte*>(where);
  const auto in = [&](const std::byte* begin, std::size_t bytes) {
    return static_cast<std::uint64_t>(address - begin) < bytes;
  };
  return in(device_addresses.begin, device_addresses.bytes) ||
         in(device_variable_addresses.begin, device_variable_addresses.bytes) ||
         (current_thread != nullptr && in(hot.shared_begin, hot.shared_bytes));
}

/// A plain read of 4 bytes: whether that was all. This is what runs most of all.
inline bool read_quietly(const void* where) {
  // Tables are in use on OS threads that run blocks only, and checked code runs there in blocks
  // only.
  const std::byte* const address = static_cast<const std::byte*>(where);
  thread_state* const thread = current_thread;
  const auto counts = [&](memory_space space) -> access_counts& {
    return thread->since_barrier[static_cast<std::size_t>(space)];
  };
  if (hot.quiet.in_shared(static_cast<std::uint64_t>(address - hot.shared_begin), thread)) {
    ++counts(memory_space::shared).reads;
    return true;
  }
  if (hot.quiet.in_global(static_cast<std::uint64_t>(address - device_addresses.begin), thread)) {
    ++counts(memory_space::global).reads;
    return true;
  }
  return false;
}

} // namespace cudalab::emulator
