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
  sync_.block_begins(block);
  global_.block_begins();
  collector_->block_begins(block.linear);
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
    check(shared_[offset / 4], block, seen, now, offset);
  });
}

void block_races::report(const block_state& block, const access& seen, touch now, touch before,
                         bool before_reads, std::uint64_t offset) {
  const bool reads = seen.kind == access_kind::read;
  const finding_case why = reads          ? order_of(before, now)
                           : before_reads ? order_of(now, before)
                                          : finding_case::waw_hazard;
  see_race(*collector_, block, seen, why, offset, {now.role(), now.thread, seen.pc},
           {before.role(), before.thread, long_pc(before.pc)});
}

} // namespace cudalab::emulator
