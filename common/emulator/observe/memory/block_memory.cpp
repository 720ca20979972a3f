// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/memory/block_memory.h"

#include <algorithm>
#include <cstring>

#include "emulator/observe/findings/fatal.h"
#include "emulator/observe/memory/stored_pointers.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

void fresh_pages::add(std::size_t page) {
  if (known[page].load(std::memory_order_relaxed) != 0 || known[page].exchange(1) != 0)
    return;
  const std::lock_guard guard(mutex);
  list.push_back(page);
}

namespace {

constexpr std::uint32_t most_generations = 1u << 28;

/// Whether all bytes of shadow_memory in [bytes, bytes + count) are good; false in doubt.
inline bool all_good(const std::uint8_t* bytes, std::uint32_t count, bool reads) {
  constexpr std::uint32_t good4 = 0x01010101u * shadow_memory::good;
  const std::uint32_t without = reads ? 0x01010101u * shadow_memory::input_byte : 0;
  std::uint32_t four = 0;
  if (count == 4) [[likely]] {
    std::memcpy(&four, bytes, 4);
    return (four & ~without) == good4;
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if ((bytes[i] & ~(without & 0xff)) != shadow_memory::good)
      return false;
  return true;
}

/// Whether the address is in the gap around a live allocation, which is memory that nobody has.
bool is_beside(const allocation& one, const std::byte* address) {
  const std::ptrdiff_t distance =
      address < one.begin ? one.begin - address : address - one.end() + 1;
  const std::size_t gap = one.period == 0 ? device_memory::gap : device_memory::gap_of_repeated;
  return one.live && !is_adopted(one.kind) && distance <= static_cast<std::ptrdiff_t>(gap);
}

/// The allocation that an access beside or in it is told of. Memory that was freed before, beside
/// which another allocation lives now, is none where no pointer leads to it.
std::optional<allocation> meant_by(const block_state& block, const std::byte* address) {
  const device_memory& memory = device_memory::instance();
  std::optional<allocation> nearest = memory.nearest(address);
  if (!nearest || nearest->live)
    return nearest;
  const std::optional<allocation> living = memory.nearest_live(address);
  if (!living || !is_beside(*living, address))
    return nearest;
  while (nearest && !nearest->live && !may_have_pointer_into(*nearest, *block.launch)) {
    memory.pass_over(nearest->begin);
    nearest = memory.nearest(address);
  }
  return nearest;
}

} // namespace

block_memory::block_memory(shadow_memory& state, const shared_layout& layout,
                           std::size_t device_bytes, fresh_pages& fresh, misused_arguments& misuse,
                           std::shared_ptr<sighting_collector> collector)
    : global_bytes_(state.bytes()), layout_(layout), device_bytes_(device_bytes), fresh_(fresh),
      misuse_(misuse), collector_(std::move(collector)), shared_written_(layout.bytes() / 4 + 1) {}

void block_memory::block_begins(const block_state& block) {
  if (++generation_ == most_generations) {
    std::fill(shared_written_.begin(), shared_written_.end(), 0);
    generation_ = 1;
  }
  collector_->block_begins(block.linear);
  const shared_variable* const dynamic = layout_.dynamic();
  dynamic_end_ = dynamic == nullptr ? 0 : dynamic->offset + block.launch->dynamic_shared_bytes;
}

void block_memory::accessed(const block_state& block, const access& seen) {
  if ((seen.offset & (seen.alignment - 1u)) != 0)
      [[unlikely]] // both spaces begin at multiples of 16
    end_launch(finding_kind::misaligned, seen, seen.offset);
  if (seen.space == memory_space::shared)
    shared_access(block, seen);
  else if (seen.offset + seen.bytes > device_bytes_ ||
           !all_good(global_bytes_ + seen.offset, seen.bytes, seen.kind == access_kind::read))
      [[unlikely]]
    check_global(block, seen);
}

inline bool block_memory::all_written(std::uint64_t offset) const {
  return shared_written_[offset / 4] == generation_ * 16 + 0xF;
}

inline void block_memory::shared_access(const block_state& block, const access& seen) {
  // What was written in this block is a good place, and may be read.
  if (seen.bytes == 4 && all_written(seen.offset)) [[likely]]
    return;
  check_shared(block, seen);
}

void block_memory::check_shared(const block_state& block, const access& seen) {
  seen.is_quiet_for(quiet_for::nobody);
  bool reported = false;
  for (std::uint64_t at = seen.offset; at < seen.offset + seen.bytes; ++at) {
    const auto use = at < layout_.bytes() ? layout_.use_of(at) : shared_layout::hole;
    if (use == shared_layout::hole || (use == shared_layout::dynamic_area && at >= dynamic_end_))
      end_launch(finding_kind::out_of_bounds, seen, at);
    std::uint32_t& written = shared_written_[at / 4];
    if (written / 16 != generation_)
      written = generation_ * 16;
    const std::uint32_t bit = 1u << (at % 4);
    if (seen.kind == access_kind::write) {
      written |= bit;
    } else if (!(written & bit) && !reported) {
      report_uninitialised(block, seen, at);
      reported = true;
    }
  }
}

void block_memory::check_global(const block_state& block, const access& seen) {
  seen.is_quiet_for(quiet_for::nobody);
  for (std::uint64_t at = seen.offset; at < seen.offset + seen.bytes; ++at) {
    if (at < device_bytes_ && (global_bytes_[at] & shadow_memory::allocated_byte))
      continue;
    const device_memory& memory = device_memory::instance();
    const std::optional<allocation> nearest = meant_by(block, memory.begin() + at);
    const bool freed = nearest && !nearest->live && memory.begin() + at >= nearest->begin &&
                       memory.begin() + at < nearest->end();
    if (goes_on_beside_allocations && nearest && is_beside(*nearest, memory.begin() + at))
      return report_beside(block, seen, at);
    end_launch(freed ? finding_kind::use_after_free : finding_kind::out_of_bounds, seen, at);
  }
  for (std::uint64_t at = seen.offset; at < seen.offset + seen.bytes; ++at) {
    // Another block may have written it, with a flag to say so. Without one it is a race, and the
    // race detector says so whether this block came first or not.
    const std::uint8_t state = std::atomic_ref(global_bytes_[at]).load(std::memory_order_relaxed);
    if (state & (shadow_memory::written_before | shadow_memory::written_now)) {
      const auto forbidden =
          seen.kind == access_kind::read ? shadow_memory::output_byte : shadow_memory::input_byte;
      if ((state & forbidden) != 0)
        return note_misuse(block, seen);
      continue;
    }
    if (seen.kind == access_kind::write) {
      write_first(at, state);
    } else {
      report_uninitialised(block, seen, at);
      return;
    }
  }
}

namespace {

/// See sighting::opens_block.
bool opens_block(const block_state& block, const access& seen) {
  const thread_state& thread = *block.thread;
  const access_counts& counts =
      thread.since_barrier[static_cast<std::size_t>(memory_space::global)];
  return seen.space == memory_space::global && thread.linear == 0 && block.linear != 0 &&
         block.epoch == 0 && counts.reads + counts.writes == 1;
}

} // namespace

void block_memory::report_beside(const block_state& block, const access& seen,
                                 std::uint64_t offset) {
  collector_->see(finding_kind::out_of_bounds, finding_case::plain, seen.pc, nullptr, [&] {
    sighting found;
    found.space = object_space::global;
    found.offset = seen.bytes > 16 ? offset : seen.offset;
    found.bytes = seen.bytes > 16 ? 4 : seen.bytes;
    found.later = {seen.kind == access_kind::read ? "reads" : "writes", block.thread->linear,
                   block.linear, seen.pc};
    found.by = block.thread->works;
    found.opens_block = opens_block(block, seen);
    return found;
  });
}

void block_memory::note_misuse(const block_state& block, const access& seen) {
  const bool reads = seen.kind == access_kind::read;
  const std::lock_guard guard(misuse_.mutex);
  std::optional<sighting>& first = reads ? misuse_.output_read : misuse_.input_written;
  if (first)
    return;
  sighting& found = first.emplace();
  found.kind = reads ? finding_kind::uninitialised_read : finding_kind::constant_write;
  found.space = object_space::global;
  found.offset = seen.offset;
  found.bytes = seen.bytes;
  found.later = {seen.atomic() ? "updates"
                 : reads       ? "reads"
                               : "writes",
                 block.thread->linear, block.linear, seen.pc};
  found.exchanges = block.thread->exchanges;
}

void block_memory::write_first(std::uint64_t offset, std::uint8_t state) {
  // Other blocks may do the same now, with the same value.
  std::atomic_ref(global_bytes_[offset])
      .store(shadow_memory::allocated_byte | shadow_memory::written_now |
                 (state & shadow_memory::output_byte),
             std::memory_order_relaxed);
  fresh_.add(offset / fresh_pages::page_bytes);
}

bool block_memory::several_a_thread(const block_state& block, const sighting& found) const {
  const shared_variable* const array = layout_.variable_at(found.offset);
  if (array == nullptr || found.bytes == 0)
    return false;
  const std::size_t end = array->offset + array->bytes;
  for (std::size_t at = array->offset + block.launch->threads_per_block() * found.bytes; at < end;
       at += found.bytes)
    if (const std::uint32_t written = shared_written_[at / 4];
        written / 16 == generation_ && written % 16 != 0)
      return true;
  return false;
}

void block_memory::report_uninitialised(const block_state& block, const access& seen,
                                        std::uint64_t offset) {
  collector_->see(finding_kind::uninitialised_read, finding_case::plain, seen.pc, nullptr, [&] {
    sighting found;
    found.space = seen.space == memory_space::shared ? object_space::shared : object_space::global;
    const bool range = seen.bytes > 16;
    found.offset = range ? offset : seen.offset;
    found.bytes = range ? 4 : seen.bytes;
    found.later = {seen.atomic() ? "updates" : "reads", block.thread->linear, block.linear,
                   seen.pc};
    found.exchanges = block.thread->exchanges;
    found.several_a_thread = found.space == object_space::shared && several_a_thread(block, found);
    return found;
  });
}

void block_memory::end_launch(finding_kind kind, const access& seen, std::uint64_t offset) {
  sighting found;
  found.kind = kind;
  found.space = seen.space == memory_space::shared ? object_space::shared : object_space::global;
  found.offset = seen.bytes > 16 ? offset : seen.offset;
  found.bytes = seen.bytes > 16 ? 4 : seen.bytes;
  found.later = current_party(seen.kind == access_kind::read ? "reads" : "writes", seen.pc);
  found.by = current_block->thread->works;
  found.opens_block = opens_block(*current_block, seen);
  fatal_sighting::instance().end_launch(found, kind == finding_kind::misaligned ? misaligned_address
                                                                                : illegal_address);
}

} // namespace cudalab::emulator
