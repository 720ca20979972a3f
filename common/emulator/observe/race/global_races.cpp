// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/global_races.h"

#include "emulator/observe/access/access_cells.h"
#include "emulator/observe/race/race_order.h"

namespace cudalab::emulator {

namespace {

/// What the grid is told apart: a block's later access of the same rank tells it nothing new.
unsigned rank_of(touch_role role) {
  return (is_write(role) ? 2u : 0u) + (is_write(role) == is_strong(role) ? 0u : 1u);
}
constexpr unsigned plain_write = 3;

} // namespace

void global_races::block_begins() {
  table_.forget_all();
  table_epoch_ = 0;
  moments_.forget();
}

inline void global_races::make_room(std::uint32_t epoch) {
  if (table_.size() < many_groups) [[likely]]
    return;
  if (epoch != table_epoch_ || table_.size() > most_groups) {
    table_.forget_all();
    table_epoch_ = epoch;
  }
}

void global_races::accessed(const block_state& block, const access& seen,
                            sighting_collector& collector) {
  const thread_state& thread = *block.thread;
  touch_role role = role_of(seen.kind, seen.manner);
  std::uint32_t fences = 0;
  if (seen.manner != access_manner::plain || sync_.in_use()) {
    role = sync_.accessed(block, seen);
    fences = sync_.fences(thread.linear);
    if (is_half(seen))
      return;
    if (is_atomic(role))
      last_read_.updates(seen, thread);
  }
  global_touch now;
  now.moment = moments_.number_of(thread.warp(), {block.epoch, thread.warp_epoch, fences});
  now.thread = thread.linear;
  now.role_bits = static_cast<std::uint32_t>(role);
  now.site = sites_.number_of(seen.pc);
  if (is_whole_cell(seen)) [[likely]] {
    now.mask = 0xF;
    touch_cell(block, seen, now, seen.offset, collector);
    return;
  }
  for_cells(seen, [&](std::uint64_t offset, std::uint8_t mask) {
    now.mask = mask;
    touch_cell(block, seen, now, offset, collector);
  });
}

[[gnu::always_inline]] inline void
global_races::touch_cell(const block_state& block, const access& seen, const global_touch& now,
                         std::uint64_t offset, sighting_collector& collector) {
  make_room(block.epoch);
  const auto [where, fresh] = table_.at(offset / 64);
  if (fresh) {
    where->in_use = 0;
    where->told = 0;
  }
  const unsigned number = offset / 4 % 16;
  block_cell& cell = where->cells[number];
  if ((where->in_use >> number & 1) == 0) {
    where->in_use |= 1u << number;
    cell = {now, {}};
    seen.is_quiet_for(quiet_for::nobody);
  } else {
    compare(cell, block, seen, now, offset, collector);
    block_cell_rules::add(cell, now, moments_);
    seen.is_quiet_for(sync_.in_use()
                          ? quiet_for::nobody
                          : block_cell_rules::further_reads(cell, block.epoch, moments_));
  }
  tell_grid(*where, block, seen, now, offset);
}

inline void global_races::compare(const block_cell& cell, const block_state& block,
                                  const access& seen, const global_touch& now, std::uint64_t offset,
                                  sighting_collector& collector) {
  for (const global_touch& before : cell.touches) {
    if (before && before.thread == now.thread && is_guess(before.role(), now.role()) &&
        block.thread->looks_again) [[unlikely]]
      hint_reads::instance().add(all_sites_.place(before.site));
    if (!before || before.thread == now.thread || (before.mask & now.mask) == 0 ||
        !clash_within_block(before.role(), now.role()))
      continue;
    const block_moment &then = moments_[before.moment], &at = moments_[now.moment];
    if (then.epoch != at.epoch ||
        (same_warp(before.thread, now.thread) && then.warp_epoch < at.warp_epoch))
      continue;
    if (sync_.in_use() && sync_.is_before(before.thread, then.warp_epoch, then.fences))
      continue;
    const race_party earlier{before.role(), before.thread, all_sites_.place(before.site)};
    const bool reads = !is_write(now.role()), read = !is_write(before.role());
    const finding_case why = reads  ? order_of(earlier.pc, seen.pc)
                             : read ? order_of(seen.pc, earlier.pc)
                                    : finding_case::waw_hazard;
    bool& same =
        see_race(collector, block, seen, why, offset, {now.role(), now.thread, seen.pc}, earlier);
    if (why == finding_case::waw_hazard)
      values_.compare(seen, earlier.role, same);
    else if (is_guess(now.role(), earlier.role))
      last_read_.read(seen, now.thread);
  }
}

void global_races::tell_grid(group& where, const block_state& block, const access& seen,
                             global_touch now, std::uint64_t offset) {
  if (block.launch->blocks() == 1 && !grid_.keeps_pages())
    return;
  const bool fences = sync_.in_use();
  if (fences && where.told_at != now.moment) { // what was told is not the same any more
    where.told = 0;
    where.told_at = now.moment;
  }
  const unsigned cell = offset / 4 % 16;
  const auto bit = [&](unsigned rank) { return std::uint64_t{1} << (16 * rank + cell); };
  const unsigned rank = rank_of(now.role());
  if ((where.told & (bit(rank) | bit(plain_write))) != 0)
    return;
  if (now.mask == 0xF)
    where.told |= bit(rank);
  block_moment& moment = moments_[now.moment];
  if (moment.in_grid == 0)
    moment.in_grid = grid_.moments().add(
        {static_cast<std::uint32_t>(block.linear), moment.epoch, moment.warp_epoch, moment.fences});
  if (moment.in_grid == 0)
    return;
  now.moment = moment.in_grid;
  const bool stores = is_write(now.role()) && !is_atomic(now.role());
  if (stores)
    values_.begin_in_grid(seen, offset);
  if (grid_.touched(offset, now, fences ? &sync_ : nullptr) && stores)
    values_.clashes_in_grid(offset, now.mask);
}

} // namespace cudalab::emulator
