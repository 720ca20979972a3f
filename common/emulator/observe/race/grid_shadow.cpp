// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/grid_shadow.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/runtime/memory/adopted_ranges.h"
#include "emulator/runtime/memory/device_memory.h"

namespace cudalab::emulator {

namespace {

const std::byte* memory_of(std::uint64_t cell) {
  return adopted_ranges::instance().behind(device_memory::instance().begin() + cell * 4);
}

} // namespace

touch_pair grid_shadow::cell::load() const {
  const auto get = [this](int which) { return __atomic_load_n(&touches[which], __ATOMIC_ACQUIRE); };
  std::uint64_t first = 0, second = 0;
  do { // until both are of one time
    first = get(0);
    second = get(1);
  } while (get(0) != first);
  return {std::bit_cast<global_touch>(first), std::bit_cast<global_touch>(second)};
}

bool grid_shadow::cell::replace(const touch_pair& before, const touch_pair& after) {
  using both [[gnu::may_alias]] = unsigned __int128;
  return __sync_bool_compare_and_swap(reinterpret_cast<both*>(touches), std::bit_cast<both>(before),
                                      std::bit_cast<both>(after));
}

grid_shadow::grid_shadow(std::size_t bytes)
    : cells_(bytes / 4 + 1), pages_(bytes / page_bytes + 1) {}

/// Whether two smaller blocks, no writers, are known to read the same: nothing is to be done, and
/// the cell, which many blocks read, stays in the caches of all cores.
inline bool grid_shadow::is_known_reader(const touch_pair& known, const global_touch& who) const {
  if (who.role() != touch_role::read)
    return false;
  for (const global_touch& each : known)
    if (!each || !moments_.is_current(each.moment) || each.role() != touch_role::read ||
        (who.mask & ~each.mask) != 0 || each.ordered || rules_.block(each) >= rules_.block(who))
      return false;
  return true;
}

void grid_shadow::list_page(std::size_t page, std::atomic<bool>& is_listed,
                            std::vector<std::size_t>& list) {
  if (is_listed.load(std::memory_order_relaxed) || is_listed.exchange(true))
    return;
  const std::lock_guard guard(mutex_);
  list.push_back(page);
}

bool grid_shadow::touched(std::uint64_t offset, const global_touch& who,
                          order_between_blocks* order) {
  cell& where = cells_[offset / 4];
  touch_pair known, kept;
  do {
    known = kept = where.load();
    if (order == nullptr && is_known_reader(known, who))
      return false;
    rules_.add(kept, who, [&](const global_touch& earlier, const global_touch&) {
      return order != nullptr && order->is_before(earlier, offset);
    });
  } while (!where.replace(known, kept));
  const std::size_t page = offset / page_bytes;
  if (keeps_pages_)
    list_page(page, pages_[page].listed, touched_);
  const bool clashes = rules_.clash(kept[0], kept[1]);
  if (clashes)
    list_page(page, pages_[page].clashes, clashing_);
  return clashes;
}

bool grid_shadow::others_store_to(std::size_t slot, std::uint64_t offset) const {
  const std::size_t used = std::min(slots_.load(), in_flight_.size());
  for (std::size_t i = 0; i < used; ++i)
    if (i != slot && in_flight_[i] == offset / 4 + 1)
      return true;
  return false;
}

void grid_shadow::values_differ(std::uint64_t offset) {
  const std::lock_guard guard(stored_mutex_);
  stored_[offset / 4].differs = true;
}

/// Whether what was stored to those bytes is there now.
bool grid_shadow::still_stands(std::uint64_t offset, const stored& known,
                               std::uint32_t mask) const {
  const std::byte* const cell = memory_of(offset / 4);
  std::array<std::byte, 4> was{};
  std::memcpy(was.data(), &known.value, was.size());
  for (unsigned i = 0; i < was.size(); ++i)
    if ((mask & known.mask & (1u << i)) != 0 && was[i] != cell[i])
      return false;
  return true;
}

void grid_shadow::was_stored(std::uint64_t offset, std::uint8_t mask) {
  const std::lock_guard guard(stored_mutex_);
  stored& known = stored_[offset / 4];
  known.differs |= !still_stands(offset, known, mask);
  std::memcpy(&known.value, memory_of(offset / 4), 4);
  known.mask |= mask;
}

void grid_shadow::judge_cell(std::size_t number, const std::function<void(const clash&)>& use) {
  const auto [first, second] = cells_[number].load();
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
  if (const auto known = stored_.find(number); known != stored_.end())
    found.same_value = !known->second.differs && still_stands(4 * number, known->second, common);
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
    for (std::size_t i = 0; i < copy.size(); ++i) {
      const touch_pair known = cells_[page * page_bytes / 4 + i].load();
      for (std::size_t k = 0; k < 2; ++k)
        if (known[k] && moments_.is_current(known[k].moment)) {
          copy[i][k] = known[k];
          copy[i][k].moment = rules_.block(known[k]) + 1;
        }
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
  stored_.clear();
  if (!moments_.forget())
    cells_.clear();
}

} // namespace cudalab::emulator
