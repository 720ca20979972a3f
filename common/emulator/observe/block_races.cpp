// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/block_races.h"

#include <algorithm>
#include <limits>

#include "emulator/observe/access_cells.h"
#include "emulator/observe/program_code.h"
#include "emulator/observe/race_order.h"

namespace cudalab::emulator {

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();

} // namespace

void block_races::block_begins(const block_state& block) {
  base_ = highest_ + 1;
  if (base_ > most_epochs / 2) { // would run over in a long session
    std::fill_n(shared_.data(), shared_.size(), race_cell{});
    std::fill(settled_.begin(), settled_.end(), 0);
    shared_clocks_ = {};
    base_ = 1;
  }
  highest_ = base_;
  global_.block_begins(block);
  collector_->block_begins(block.linear);
}

inline thread_clock& block_races::count(const block_state& block, const access& seen) {
  const std::uint32_t epoch = base_ + block.epoch;
  thread_clock& clock = shared_clocks_[block.thread->linear];
  if (clock.epoch != epoch) {
    clock = {epoch, 0, 0};
    highest_ = std::max(highest_, epoch);
  }
  ++(seen.kind == access_kind::read ? clock.reads : clock.writes);
  return clock;
}

touch block_races::touch_of(const block_state& block, const access& seen,
                            const thread_clock& clock) {
  return {clock.epoch,
          block.thread->warp_epoch,
          short_pc(seen.pc),
          static_cast<std::uint16_t>(block.thread->linear),
          0xF,
          seen.atomic(),
          static_cast<std::uint16_t>(std::min(clock.reads, most)),
          static_cast<std::uint16_t>(std::min(clock.writes, most))};
}

void block_races::accessed(const block_state& block, const access& seen) {
  if (seen.space == memory_space::global) {
    global_.accessed(block, seen, *collector_);
    return;
  }
  const thread_clock& clock = count(block, seen);
  // Only 4-byte accesses have this alignment.
  if (seen.kind == access_kind::read && seen.alignment == 4 && block.thread->warp_epoch == 0 &&
      is_settled(settled_[seen.offset / 4], clock.epoch, block.thread->linear)) [[likely]]
    return;
  shared_access(block, seen, clock);
}

inline void block_races::check(race_cell& cell, const block_state& block, const access& seen,
                               const touch& now, std::uint64_t offset) {
  const auto found = [&](const touch& before, bool before_reads) {
    report(block, seen, now, before, before_reads, offset);
  };
  if (seen.kind == access_kind::read)
    read_cell(cell, now, found);
  else
    write_cell(cell, now, found);
}

void block_races::shared_access(const block_state& block, const access& seen,
                                const thread_clock& clock) {
  touch now = touch_of(block, seen, clock);
  for_cells(seen, [&](std::uint64_t offset, std::uint8_t mask) {
    now.mask = mask;
    race_cell& cell = shared_[offset / 4];
    check(cell, block, seen, now, offset);
    settled_[offset / 4] = settle(cell, now.epoch);
  });
}

void block_races::report(const block_state& block, const access& seen, const touch& now,
                         const touch& before, bool before_reads, std::uint64_t offset) {
  const bool reads = seen.kind == access_kind::read;
  const finding_case why = reads          ? order_of(before, now)
                           : before_reads ? order_of(now, before)
                                          : finding_case::two_writers;
  const auto role = [](bool atomic, bool read) {
    return role_of(read ? access_kind::read : access_kind::write,
                   atomic ? access_manner::atomic : access_manner::plain);
  };
  see_race(*collector_, block, seen, why, offset, {role(now.atomic, reads), now.thread, seen.pc},
           {role(before.atomic, before_reads), before.thread, long_pc(before.pc)});
}

} // namespace cudalab::emulator
