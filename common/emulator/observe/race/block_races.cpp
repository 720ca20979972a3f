// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/block_races.h"

#include <algorithm>
#include <limits>

#include "emulator/observe/access/access_cells.h"
#include "emulator/observe/race/race_order.h"
#include "emulator/runtime/program_code.h"

namespace cudalab::emulator {

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();
/// From so many fences between two barriers on, accesses are taken for ordered.
constexpr std::uint32_t many_fences = std::numeric_limits<std::uint8_t>::max();

} // namespace

void block_races::block_begins(const block_state& block) {
  base_ = highest_ + 1;
  if (base_ > most_epochs / 2) { // would run over in a long session
    std::fill_n(shared_.data(), shared_.size(), shadow_cell{});
    base_ = 1;
  }
  highest_ = base_;
  values_.forget();
  sync_.block_begins(block);
  global_.block_begins();
  copies_.forget();
  collector_->block_begins(block.linear);
}

void block_races::warp_barrier_opened(const block_state& block, unsigned warp, std::uint32_t lanes,
                                      std::uint32_t warp_epoch, const void* const* sites) {
  if (warp_barriers_.empty())
    warp_barriers_.resize(max_threads_per_block);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    if ((lanes >> lane & 1) != 0)
      warp_barriers_[warp * warp_size + lane] = {base_ + block.epoch, warp_epoch, sites[lane]};
}

/// That comes before the access, and after the last barrier of the block. Null: there is none.
const void* block_races::last_warp_barrier(const touch& one) const {
  if (warp_barriers_.empty())
    return nullptr;
  const warp_barrier& last = warp_barriers_[one.thread];
  return last.epoch == one.epoch && last.warp_epoch == one.warp_epoch ? last.site : nullptr;
}

[[gnu::always_inline]] inline touch block_races::touch_of(const block_state& block,
                                                          const access& seen) {
  const access_counts& done =
      block.thread->since_barrier[static_cast<std::size_t>(memory_space::shared)];
  const std::uint32_t thread = block.thread->linear;
  const std::uint32_t fences =
      sync_.in_use() ? std::min(sync_.fences_since_barrier(thread, block.epoch), many_fences) : 0;
  return {base_ + block.epoch,
          block.thread->warp_epoch,
          short_pc(seen.pc),
          static_cast<std::uint16_t>(thread),
          0xF,
          static_cast<std::uint8_t>(role_of(seen.kind, seen.manner)),
          static_cast<std::uint8_t>(fences),
          static_cast<std::uint16_t>(std::min(done.reads, most)),
          static_cast<std::uint16_t>(std::min(done.writes, most))};
}

void block_races::accessed(const block_state& block, const access& seen) {
  settle_values();
  if (copies_.busy() && meets_copy(block, seen)) [[unlikely]]
    return;
  if (seen.space == memory_space::global) {
    global_.accessed(block, seen, *collector_);
    return;
  }
  if (is_half(seen)) {
    sync_.accessed(block, seen);
    return;
  }
  shared_access(block, seen);
}

[[gnu::always_inline]] inline void block_races::check(shadow_cell& cell, const block_state& block,
                                                      const access& seen, const touch& now,
                                                      std::uint64_t offset) {
  const auto found = [&](const touch& before, bool before_reads) {
    if (sync_.in_use() && (before.fences == many_fences ||
                           sync_.is_before_here(before.thread, before.warp_epoch, before.fences)))
      return;
    report(block, seen, now, before, before_reads, offset);
  };
  if (seen.kind == access_kind::read)
    read_cell(cell, now, found);
  else
    write_cell(cell, now, found);
}

void block_races::shared_access(const block_state& block, const access& seen) {
  touch now = touch_of(block, seen);
  if (seen.manner == access_manner::plain && !sync_.in_use() && is_whole_cell(seen)) [[likely]] {
    shadow_cell& cell = shared_[seen.offset / 4];
    check(cell, block, seen, now, seen.offset);
    seen.is_quiet_for(further_reads(cell, now.epoch));
    return;
  }
  seen.is_quiet_for(quiet_for::nobody);
  if (seen.manner != access_manner::plain || sync_.in_use())
    now.role_bits = static_cast<std::uint8_t>(sync_.accessed(block, seen)) & 0xF;
  for_cells(seen, [&](std::uint64_t offset, std::uint8_t mask) {
    now.mask = mask & 0xF;
    note_hint(block, shared_[offset / 4], now);
    check(shared_[offset / 4], block, seen, now, offset);
  });
  if (is_atomic(now.role()))
    last_read_.updates(seen, *block.thread);
}

/// Reads of its own before its atomic operation that looks again.
void block_races::note_hint(const block_state& block, const shadow_cell& cell, const touch& now) {
  if (!is_atomic(now.role()) || !block.thread->looks_again)
    return;
  for (const touch& reader : cell.readers)
    if (reader.epoch == now.epoch && reader.thread == now.thread &&
        reader.role() == touch_role::read)
      hint_reads::instance().add(long_pc(reader.pc));
}

/// The access at hand should have waited for a copy. @param by_others whether others have waited
/// @param waits what is known of its batch and of the waits for it
void block_races::see_unfinished(const block_state& block, const access& seen, std::uint64_t offset,
                                 const race_party& copy, bool by_others, const copy_wait& waits) {
  const touch_role role = role_of(seen.kind, seen.manner);
  const bool copied = is_write(copy.role);
  const bool stores_first = waits.why == finding_case::before_any_wait && is_write(role);
  const finding_case why = waits.why != finding_case::plain && !stores_first ? waits.why
                           : !copied        ? finding_case::war_hazard
                           : is_write(role) ? finding_case::waw_hazard
                                            : finding_case::plain;
  collector_->see(finding_kind::unfinished_copy, why, seen.pc, copy.pc, [&] {
    sighting found;
    found.space = seen.space == memory_space::shared ? object_space::shared : object_space::global;
    found.offset = offset;
    found.bytes = std::min(seen.bytes, 16u);
    found.later = {action_of(role), block.thread->linear, block.linear, seen.pc};
    found.earlier = {copied ? "copies to it" : "copies from it", copy.thread, block.linear,
                     copy.pc};
    found.elsewhere = by_others;
    found.not_committed = waits.not_committed;
    found.waited_at = waits.site;
    found.left_under_way = waits.but_last;
    found.committed_after = waits.committed_after;
    return found;
  });
}

/// @return whether the access must wait for a copy, which is reported
bool block_races::meets_copy(const block_state& block, const access& seen) {
  if (is_half(seen))
    return false;
  const copied_part* const met = copies_.met_by(seen);
  if (met != nullptr) {
    seen.is_quiet_for(quiet_for::nobody);
    see_unfinished(
        block, seen, std::max(seen.offset, met->offset),
        {met->written ? touch_role::copied_write : touch_role::read, met->thread, met->pc}, false,
        copies_.waits_for(*met, block.thread->linear, block.epoch));
  }
  if (copies_.copying())
    copies_.add(seen);
  return met != nullptr;
}

void block_races::copy_begins(const block_state& block, const void* barrier) {
  copies_.begin(*block.thread, barrier, barrier != nullptr ? sync_.phases(barrier) : 0, block.epoch,
                sync_.copy_begins(block, barrier));
}

/// Somebody has waited for it: what it wrote counts as written now by the thread that began it, so
/// that who has not waited is in a race with it.
void block_races::copy_ended(const block_state& block, const copied_part& part) {
  if (!part.written || part.space != memory_space::shared)
    return;
  touch now{base_ + block.epoch,
            part.barrier == nullptr ? block.thread->warp_epoch : part.warp_epoch,
            short_pc(part.pc),
            static_cast<std::uint16_t>(part.thread),
            0xF,
            static_cast<std::uint8_t>(part.barrier == nullptr ? touch_role::write
                                                              : touch_role::copied_write),
            static_cast<std::uint8_t>(std::min(sync_.copy_ended(block, part), many_fences)),
            0,
            0};
  access written;
  written.offset = part.offset;
  written.bytes = part.bytes;
  for_cells(written, [&](std::uint64_t offset, std::uint8_t mask) {
    now.mask = mask & 0xF;
    write_cell(shared_[offset / 4], now, [](const touch&, bool) {});
  });
}

void block_races::phase_awaited(const block_state& block, const void* barrier, bool whole_device) {
  // Phases that end in another block are not told here.
  const std::uint32_t phase =
      whole_device ? std::numeric_limits<std::uint32_t>::max() : sync_.phases(barrier);
  copies_.await_phase(barrier, phase, [&](const copied_part& part) { copy_ended(block, part); });
  sync_.phase_awaited(block, barrier, whole_device);
}

void block_races::copies_awaited(const block_state& block, unsigned but_last, const void* site) {
  copies_.await_batches(block.thread->linear, but_last, block.epoch, site,
                        [&](const copied_part& part) { copy_ended(block, part); });
}

void block_races::report(const block_state& block, const access& seen, touch now, touch before,
                         bool before_reads, std::uint64_t offset) {
  if (before.role() == touch_role::copied_write) {
    see_unfinished(block, seen, offset, {before.role(), before.thread, long_pc(before.pc)}, true,
                   {});
    return;
  }
  const bool reads = seen.kind == access_kind::read;
  const finding_case why = reads          ? order_of(before, now)
                           : before_reads ? order_of(now, before)
                                          : finding_case::waw_hazard;
  bool& same =
      see_race(*collector_, block, seen, why, offset,
               {now.role(), now.thread, seen.pc, last_warp_barrier(now)},
               {before.role(), before.thread, long_pc(before.pc), last_warp_barrier(before)},
               now.reads == before.reads && now.writes == before.writes);
  if (why == finding_case::waw_hazard)
    values_.compare(seen, before.role(), same);
  else if (is_guess(now.role(), before.role()))
    last_read_.read(seen, now.thread);
}

} // namespace cudalab::emulator
