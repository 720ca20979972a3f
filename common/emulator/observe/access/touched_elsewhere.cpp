// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Accesses of kernels to neither shared memory nor the range of device addresses: variables of the
// device, registered host memory, the thread's own stack, constants; and what no kernel may touch.
#include "emulator/observe/access/hot_path.h"
#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/host/stack_frames.h"
#include "emulator/observe/symbols/address_kinds.h"
#include "emulator/runtime/blocks/fiber_stacks.h"
#include "emulator/runtime/blocks/thread_position.h"
#include "emulator/runtime/counters.h"
#include "emulator/runtime/memory/adopted_ranges.h"
#include "emulator/runtime/memory/device_memory.h"
#include "emulator/runtime/memory/program_symbols.h"
#include "emulator/runtime/memory/shared_memory.h"

namespace cudalab::emulator {

namespace {

constexpr std::uintptr_t null_page = 65536; ///< nothing is ever mapped below this address
constexpr std::size_t near_miss = 256;      ///< emucc leaves so much room after a device variable

/// Between the program and the system's mappings lie terabytes in which only the device has memory
/// (where it got the place that it asked for): an index went far astray there.
bool is_far_from_host(std::uintptr_t address) {
  constexpr std::uintptr_t first = std::uintptr_t{1} << 43, end = std::uintptr_t{1} << 46;
  const auto in = [](std::uintptr_t each) { return each >= first && each < end; };
  return in(address) && in(reinterpret_cast<std::uintptr_t>(device_addresses.begin));
}

/// Whether the address is in this block's shared memory but for 2^32 elements of 1 to 16 bytes. (A
/// GPU's shared addresses have 32 bits, and some such kernels find their way back there.)
bool is_wrapped_index(std::uintptr_t address) {
  const shared_segment_range shared = shared_segment();
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(shared.begin);
  for (int element = 1; element <= 16; element *= 2)
    if (offset - (std::uintptr_t{1} << 32) * element < shared.bytes)
      return true;
  return false;
}

/// Whether the address is in this block's shared memory but for the smallest int as an index, of
/// elements of 1 to 16 bytes.
bool has_smallest_index(std::uintptr_t address) {
  const shared_segment_range shared = shared_segment();
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(shared.begin);
  for (int element = 1; element <= 16; element *= 2)
    if (offset + (std::uintptr_t{1} << 31) * element < shared.bytes)
      return true;
  return false;
}

[[noreturn]] void end_launch(finding_kind kind, object_space space, std::uint64_t offset,
                             std::uint32_t bytes, access_kind access, const void* pc,
                             finding_case why = finding_case::plain) {
  sighting seen;
  seen.kind = kind;
  seen.why = why;
  seen.space = space;
  seen.offset = offset;
  seen.bytes = bytes > 16 ? 4 : bytes;
  seen.later = current_party(access == access_kind::read ? "reads" : "writes", pc);
  fatal_sighting::instance().end_launch(seen, illegal_address);
}

std::uint64_t offset_of(const std::byte* slot) {
  return static_cast<std::uint64_t>(slot - device_addresses.begin);
}

/// Constant memory has no races, is never uninitialised, and is no traffic of global memory.
void touched_constant(const adopted_range& variable, const std::byte* address, std::uint32_t bytes,
                      access_kind kind, const void* pc) {
  const std::uint64_t slot = offset_of(variable.slot + (address - variable.begin));
  if (kind == access_kind::write)
    end_launch(finding_kind::constant_write, object_space::global, slot, bytes, kind, pc);
  if (address + bytes > variable.begin + variable.bytes)
    end_launch(finding_kind::out_of_bounds, object_space::global, slot, bytes, kind, pc);
  const access seen{.address = device_addresses.begin + slot,
                    .bytes = bytes,
                    .kind = kind,
                    .pc = pc,
                    .offset = slot};
  for (block_observer* const* each = hot.observers; *each != nullptr; ++each)
    (*each)->read_constant(*current_block, seen);
}

/// Makes a static variable of a function a variable of the device, as it is on a GPU. Another OS
/// thread may be doing the same.
bool adopt_static_variable(const void* address) {
  const static_variable found = static_variable_at(address);
  if (found.begin == nullptr)
    return false;
  return device_memory::instance().adopt(found.begin, found.bytes, memory_kind::managed_variable,
                                         found.name, nullptr) ||
         adopted_ranges::instance().find(static_cast<const std::byte*>(address)) != nullptr;
}

[[gnu::noinline]] void written_on_own_stack(const void* where, std::uint32_t bytes,
                                            const void* pc) {
  if (!keeps_frames(where, bytes, pc, false))
    end_launch(finding_kind::out_of_bounds, object_space::local,
               reinterpret_cast<std::uintptr_t>(where), bytes, access_kind::write, pc);
}

/// What the quick questions have left: a function of its own, since it keeps many registers.
[[gnu::noinline]] void touched_uncommon(const void* where, std::uint32_t bytes, access_kind kind,
                                        std::uint32_t alignment, const void* pc,
                                        access_manner manner) {
  const auto address = reinterpret_cast<std::uintptr_t>(where);
  const auto* const place = static_cast<const std::byte*>(where);
  if (const adopted_range* variable = adopted_ranges::instance().find(place)) {
    if (variable->kind == memory_kind::constant_variable)
      return touched_constant(*variable, place, bytes, kind, pc);
    if (variable->kind == memory_kind::registered && kind == access_kind::write)
      note_copy_to_host(bytes); // the host's own memory: its reads there are not seen
    const std::byte* const slot = variable->slot + (place - variable->begin);
    const bool plain = bytes == 4 && alignment == 4 && manner == access_manner::plain;
    if (kind == access_kind::write || !plain || !read_quietly(slot))
      touched(slot, bytes, kind, alignment, pc, manner);
    return;
  }
  const launch_record& launch = *current_block->launch;
  const std::uintptr_t argument = address - reinterpret_cast<std::uintptr_t>(launch.arguments);
  if (argument < launch.argument_bytes)
    return;
  if (address < null_page || is_stale_pointer(address))
    end_launch(finding_kind::out_of_bounds, object_space::none, address, bytes, kind, pc);
  if (on_thread_stack(where))
    end_launch(finding_kind::out_of_bounds, object_space::local, address, bytes, kind, pc);
  if (const adopted_range* variable = adopted_ranges::instance().near(place, near_miss);
      variable != nullptr && is_variable(variable->kind) && variable_at(where) == nullptr)
    end_launch(finding_kind::out_of_bounds, object_space::global,
               offset_of(variable->slot + (place - variable->begin)), bytes, kind, pc);
  // Reads of constants; nothing there is a kernel's to change.
  if (kind == access_kind::read && part_of_program(where))
    return;
  if (adopt_static_variable(where))
    return touched_elsewhere(where, bytes, kind, alignment, pc, manner);
  if (is_wrapped_index(address))
    end_launch(finding_kind::out_of_bounds, object_space::none, address, bytes, kind, pc,
               finding_case::wrapped_index);
  if (has_smallest_index(address))
    end_launch(finding_kind::out_of_bounds, object_space::none, address, bytes, kind, pc,
               finding_case::smallest_index);
  if (is_far_from_host(address))
    end_launch(finding_kind::out_of_bounds, object_space::global, offset_of(place), bytes, kind,
               pc);
  end_launch(finding_kind::host_pointer, object_space::host, address, bytes, kind, pc);
}

/// Not on the thread's own stack.
[[gnu::noinline]] void touched_others_memory(const void* where, std::uint32_t bytes,
                                             access_kind kind, std::uint32_t alignment,
                                             const void* pc, access_manner manner) {
  if (hot.observers == nullptr || *hot.observers == nullptr)
    return;
  if (kind == access_kind::read && is_position(where))
    return; // by every thread, several times
  touched_uncommon(where, bytes, kind, alignment, pc, manner);
}

} // namespace

void touched_elsewhere(const void* where, std::uint32_t bytes, access_kind kind,
                       std::uint32_t alignment, const void* pc, access_manner manner) {
  if (!fiber_stacks::same_stack(where, __builtin_frame_address(0)))
    return touched_others_memory(where, bytes, kind, alignment, pc, manner);
  // Mostly an array that the compiler keeps in no registers.
  if (kind == access_kind::write && keeps_to_own_memory())
    written_on_own_stack(where, bytes, pc);
}

} // namespace cudalab::emulator
