// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/block_races.h"

#include <algorithm>
#include <limits>

#include "emulator/observe/program_code.h"
#include "emulator/observe/race_order.h"

namespace cudalab::emulator {

namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max();

/// Bits for bytes [from, to) of a cell.
std::uint8_t mask_of(std::uint64_t from, std::uint64_t to) {
  return static_cast<std::uint8_t>(((1u << (to - from)) - 1) << (from % 4));
}

/// Calls use(offset, mask) for each 4 bytes that the access touches.
template <class Use>
void for_cells(const access& seen, const Use& use) {
  const std::uint64_t end = seen.offset + seen.bytes;
  for (std::uint64_t at = seen.offset; at < end;) {
    const std::uint64_t next = std::min(end, at / 4 * 4 + 4);
    use(at, mask_of(at, next));
    at = next;
  }
}

} // namespace

void block_races::block_begins(const block_state& block) {
  base_ = highest_ + 1;
  if (base_ > most_epochs / 2) { // would run over in a long session
    std::fill_n(shared_.data(), shared_.size(), race_cell{});
    std::fill(settled_.begin(), settled_.end(), 0);
    global_ = {};
    shared_clocks_ = global_clocks_ = {};
    base_ = 1;
  }
  highest_ = base_;
  global_.forget_all();
  collector_->block_begins(block.linear);
}

inline thread_clock& block_races::count(const block_state& block, const access& seen, clocks& all) {
  const std::uint32_t epoch = base_ + block.epoch;
  thread_clock& clock = all[block.thread->linear];
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
    global_access(block, seen);
    return;
  }
  const thread_clock& clock = count(block, seen, shared_clocks_);
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

void block_races::global_access(const block_state& block, const access& seen) {
  touch now = touch_of(block, seen, count(block, seen, global_clocks_));
  for_cells(seen, [&](std::uint64_t offset, std::uint8_t mask) {
    const auto [where, fresh] = global_.at(offset / 64);
    if (fresh)
      where->read = where->written = 0;
    now.mask = mask;
    check(where->cells[offset / 4 % 16], block, seen, now, offset);
    if (!seen.atomic())
      tell_grid(*where, block, seen, now, offset);
  });
}

void block_races::tell_grid(group& where, const block_state& block, const access& seen,
                            const touch& now, std::uint64_t offset) {
  std::uint64_t& known = seen.kind == access_kind::read ? where.read : where.written;
  const std::uint64_t cell = offset / 4 * 4;
  const std::uint64_t bits = std::uint64_t{now.mask} << (cell % 64);
  if ((known & bits) == bits)
    return;
  const grid_touch who{static_cast<std::uint32_t>(block.linear), now.pc, now.thread};
  if (now.mask == 0xF)
    grid_.touched(cell, true, seen.kind, who);
  else
    for (unsigned byte = 0; byte < 4; ++byte)
      if (now.mask & (1u << byte))
        grid_.touched(cell + byte, false, seen.kind, who);
  known |= bits;
}

void block_races::report(const block_state& block, const access& seen, const touch& now,
                         const touch& before, bool before_reads, std::uint64_t offset) {
  const bool reads = seen.kind == access_kind::read;
  const finding_case why = reads          ? order_of(before, now)
                           : before_reads ? order_of(now, before)
                                          : finding_case::two_writers;
  const void* const before_pc = long_pc(before.pc);
  collector_->see(finding_kind::race, why, seen.pc, before_pc, [&] {
    sighting found;
    found.space = seen.space == memory_space::shared ? object_space::shared : object_space::global;
    const bool range = seen.bytes > 16; // then: the element in it
    found.offset = range ? offset : seen.offset;
    found.bytes = range ? 4 : seen.bytes;
    found.later = {reads ? "reads" : "writes", now.thread, block.linear, seen.pc};
    found.earlier = {before_reads ? "reads" : "writes", before.thread, block.linear, before_pc};
    return found;
  });
}

} // namespace cudalab::emulator
