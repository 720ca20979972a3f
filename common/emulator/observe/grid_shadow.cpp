// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/grid_shadow.h"

#include <algorithm>
#include <bit>

namespace cudalab::emulator {

namespace {

global_touch load(const std::atomic<std::uint64_t>& from) {
  return std::bit_cast<global_touch>(from.load(std::memory_order_acquire));
}

void store(std::atomic<std::uint64_t>& to, const global_touch& touch) {
  to.store(std::bit_cast<std::uint64_t>(touch), std::memory_order_release);
}

} // namespace

grid_shadow::grid_shadow(std::size_t bytes)
    : cells_(bytes / 4 + 1), pages_(bytes / page_bytes + 1) {}

/// Whether two smaller blocks, no writers, are known to read the same: nothing is to be done, and
/// the cell, which many blocks read, stays in the caches of all cores.
bool grid_shadow::is_known_reader(const cell& where, const global_touch& who) const {
  if (who.role() != touch_role::read)
    return false;
  for (const auto& place : where.touches) {
    const global_touch known = load(place);
    if (!known || !moments_.is_current(known.moment) || known.role() != touch_role::read ||
        (who.mask & ~known.mask) != 0 || known.ordered || rules_.block(known) >= rules_.block(who))
      return false;
  }
  return true;
}

void grid_shadow::touched(std::uint64_t offset, const global_touch& who,
                          order_between_blocks* order) {
  cell& where = cells_[offset / 4];
  if (order == nullptr && is_known_reader(where, who))
    return;
  page& home = pages_[offset / page_bytes];
  while (home.lock.test_and_set(std::memory_order_acquire)) {
  }
  touch_pair both{load(where.touches[0]), load(where.touches[1])};
  rules_.add(both, who, [&](const global_touch& earlier, const global_touch&) {
    return order != nullptr && order->is_before(earlier, offset);
  });
  store(where.touches[0], both[0]);
  store(where.touches[1], both[1]);
  if (keeps_pages_ && !home.listed) {
    home.listed = true;
    const std::lock_guard guard(mutex_);
    touched_.push_back(offset / page_bytes);
  }
  if (!home.clashes && rules_.clash(both[0], both[1])) {
    home.clashes = true;
    const std::lock_guard guard(mutex_);
    clashing_.push_back(offset / page_bytes);
  }
  home.lock.clear(std::memory_order_release);
}

void grid_shadow::judge_cell(std::size_t number, const std::function<void(const clash&)>& use) {
  const global_touch first = load(cells_[number].touches[0]);
  const global_touch second = load(cells_[number].touches[1]);
  if (!first || !moments_.is_current(first.moment) || !second ||
      !moments_.is_current(second.moment) || !rules_.clash(first, second))
    return;
  clash found;
  const std::uint32_t common = first.mask & second.mask;
  found.offset = 4 * number + static_cast<unsigned>(std::countr_zero(common));
  found.bytes = common == 0xF ? 4 : 1;
  const bool first_writes = is_write(first.role());
  found.writer = first_writes ? first : second;
  found.one = first_writes ? second : first;
  found.writer_block = rules_.block(found.writer);
  found.one_block = rules_.block(found.one);
  use(found);
}

void grid_shadow::judge(const std::function<void(const clash&)>& use) {
  std::sort(clashing_.begin(), clashing_.end());
  for (const std::size_t page : clashing_)
    for (std::size_t i = 0; i < page_bytes / 4; ++i)
      judge_cell(page * page_bytes / 4 + i, use);
}

touched_pages grid_shadow::take_pages() {
  touched_pages result;
  for (const std::size_t page : touched_) {
    std::vector<touch_pair>& copy = result[page];
    copy.resize(page_bytes / 4);
    for (std::size_t i = 0; i < copy.size(); ++i)
      for (std::size_t k = 0; k < 2; ++k)
        if (const global_touch known = load(cells_[page * page_bytes / 4 + i].touches[k]);
            known && moments_.is_current(known.moment)) {
          copy[i][k] = known;
          copy[i][k].moment = rules_.block(known) + 1;
        }
  }
  return result;
}

void grid_shadow::forget() {
  for (const std::size_t page : clashing_)
    pages_[page].clashes = false;
  clashing_.clear();
  for (const std::size_t page : touched_)
    pages_[page].listed = false;
  touched_.clear();
  if (!moments_.forget())
    cells_.clear();
}

} // namespace cudalab::emulator
