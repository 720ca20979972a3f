// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/access/hot_path.h"

#include "emulator/observe/access/access_cells.h"
#include "emulator/observe/host/lent_arrays.h"
#include "emulator/observe/host/own_memory.h"
#include "emulator/observe/symbols/shared_layout.h"
#include "emulator/runtime/active_observers.h"

namespace cudalab::emulator {

constinit thread_local hot_state hot;
constinit address_range device_addresses;
constinit address_range device_variable_addresses;

void touched(const void* where, std::uint32_t bytes, access_kind kind,
             std::uint32_t alignment_and_part, const void* pc, access_manner manner) {
  const std::uint32_t alignment = alignment_and_part & 0xff;
  const std::byte* const address = static_cast<const std::byte*>(where);
  const std::uint64_t device_offset = static_cast<std::uint64_t>(address - device_addresses.begin);
  const block_state* const block = current_block;
  if (block == nullptr) [[unlikely]] {
    if (device_offset < device_addresses.bytes ||
        static_cast<std::uint64_t>(address - device_variable_addresses.begin) <
            device_variable_addresses.bytes)
      touched_by_host(where, bytes, kind, pc, manner);
    else if (kind == access_kind::read)
      read_by_host(where, bytes, pc);
    else if (keeps_to_own_memory())
      keep_to_own_memory(where, bytes, pc);
    return;
  }
  if (hot.generation != observer_generation.load(std::memory_order_relaxed)) [[unlikely]]
    block_observers();
  const std::uint64_t shared_offset = static_cast<std::uint64_t>(address - hot.shared_begin);
  const bool shared = shared_offset < hot.shared_bytes;
  if (shared) {
    if (hot.not_shared != nullptr && hot.not_shared[shared_offset] != 0) {
      if (kind == access_kind::write) // none of a kernel's to change
        touched_elsewhere(where, bytes, kind, alignment_and_part, pc, manner);
      return;
    }
  } else if (device_offset >= device_addresses.bytes) {
    touched_elsewhere(where, bytes, kind, alignment_and_part, pc, manner);
    return;
  }
  const access seen{.address = address,
                    .bytes = bytes,
                    .kind = kind,
                    .pc = pc,
                    .offset = shared ? shared_offset : device_offset,
                    .space = shared ? memory_space::shared : memory_space::global,
                    .alignment = alignment,
                    .part = alignment_and_part >> 8,
                    .manner = manner};
  const bool reads = kind == access_kind::read;
  access_counts& counts = block->thread->since_barrier[static_cast<std::size_t>(seen.space)];
  if (!is_half(seen))
    ++(reads ? counts.reads : counts.writes);
  for (block_observer* const* each = hot.observers; *each != nullptr; ++each)
    (*each)->accessed(*block, seen);
  if (hot.quiet.global == nullptr)
    return;
  if (!reads)
    hot.quiet.written(seen);
  else if (bytes == 4 && alignment == 4 && manner == access_manner::plain)
    hot.quiet.keep(seen, seen.quiet, *block->thread);
}

namespace {

/// Begins anew what this OS thread knows of quiet reads, whenever something may order accesses.
class quiet_watch final : public block_observer {
public:
  void block_begins(const block_state&) override { hot.quiet.forget_all(); }
  void barrier_opened(const block_state&) override { hot.quiet.forget_all(); }
  void fenced(const block_state&, fence_scope) override { hot.quiet.forget_all(); }
  void arrived(const block_state&, const void*, bool) override { hot.quiet.forget_all(); }
  void phase_awaited(const block_state&, const void*, bool) override { hot.quiet.forget_all(); }
  bool hears_accesses() const override { return false; }
};

} // namespace

void complete_hot_state(block_observer_list& own) {
  thread_local std::vector<block_observer*> listeners;
  thread_local quiet_tables tables;
  listeners.clear();
  bool all_tell = !own.empty(); // which reads are quiet
  for (const auto& each : own)
    if (each->hears_accesses()) {
      listeners.push_back(each.get());
      all_tell = all_tell && each->tells_quiet_reads();
    }
  const shared_segment_range segment = shared_segment();
  hot.shared_begin = segment.begin;
  hot.shared_bytes = segment.bytes;
  hot.not_shared = own.empty() ? nullptr : shared_layout::instance().other_variables();
  listeners.push_back(nullptr);
  hot.observers = listeners.data();
  hot.quiet = {};
  if (all_tell) {
    hot.quiet = tables.make(segment.bytes, device_addresses.bytes);
    own.push_back(std::make_unique<quiet_watch>());
  }
  hot.generation = observer_generation.load(std::memory_order_relaxed);
}

} // namespace cudalab::emulator
