// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a block remembers of 4 bytes of global memory since its last barrier: two accesses. (Shared
/// memory is small, and its shadow_cell remembers more.)
#pragma once

#include <array>
#include <vector>

#include "emulator/observe/race/global_touch.h"
#include "emulator/observe/race/shadow_cell.h"

namespace cudalab::emulator {

/// What a thread has passed when it makes an access, in its block.
struct block_moment {
  std::uint32_t epoch = 0, warp_epoch = 0, fences = 0;
  std::uint32_t in_grid = 0; ///< the same moment's number in race_moments; 0: not given yet
};

/// The moments of one block, numbered from 1.
class block_moments {
public:
  void forget() {
    moments_.clear();
    last_.fill(0);
  }

  std::uint32_t number_of(std::uint32_t warp, const block_moment& at) {
    std::uint32_t& last = last_[warp];
    if (last != 0) {
      const block_moment& known = (*this)[last];
      if (known.epoch == at.epoch && known.warp_epoch == at.warp_epoch && known.fences == at.fences)
        return last;
    }
    // Before its first warp barrier or fence a warp is where the others are.
    std::uint32_t& plain = last_.back();
    const bool is_plain = at.warp_epoch == 0 && at.fences == 0;
    if (!is_plain || plain == 0 || (*this)[plain].epoch != at.epoch) {
      moments_.push_back(at);
      last = static_cast<std::uint32_t>(moments_.size());
      if (is_plain)
        plain = last;
    } else {
      last = plain;
    }
    return last;
  }

  block_moment& operator[](std::uint32_t number) { return moments_[number - 1]; }
  const block_moment& operator[](std::uint32_t number) const { return moments_[number - 1]; }

private:
  std::vector<block_moment> moments_;
  std::array<std::uint32_t, max_threads_per_block / warp_size + 1> last_{};
};

struct block_cell {
  global_touch touches[2]; ///< a write comes first
};

namespace block_cell_rules {

/// Which of two other readers (or atomic operations) and a new one to forget: see note_reader.
inline void note_third(block_cell& cell, const global_touch& now, const block_moments& moments) {
  global_touch &first = cell.touches[0], &second = cell.touches[1];
  const auto older = [&](const global_touch& known) {
    return moments[known.moment].warp_epoch < moments[now.moment].warp_epoch;
  };
  if (is_write(first.role()) && !is_atomic(first.role())) {
    if (second.thread == first.thread || older(second))
      second = now;
  } else if (!same_warp(first.thread, second.thread)) {
    return;
  } else if (!same_warp(first.thread, now.thread)) {
    second = now;
  } else if (older(first)) {
    first = now;
  } else if (older(second)) {
    second = now;
  }
}

/// Adds an access, after it was compared with those that are known.
inline void add(block_cell& cell, const global_touch& now, const block_moments& moments) {
  const bool writes_plain = is_write(now.role()) && !is_atomic(now.role());
  global_touch kept[2];
  unsigned count = 0;
  for (global_touch& known : cell.touches) {
    if (!known || moments[known.moment].epoch != moments[now.moment].epoch)
      continue;
    const bool covered = (known.mask & ~now.mask) == 0;
    const bool same_thread = known.thread == now.thread;
    if (same_thread && known.moment == now.moment &&
        is_write(known.role()) >= is_write(now.role()) &&
        is_atomic(known.role()) <= is_atomic(now.role()) &&
        (known.role() == now.role() || (now.mask & ~known.mask) == 0)) {
      known.mask |= now.mask;
      return;
    }
    const bool weaker =
        !is_write(known.role()) && (is_atomic(known.role()) || !is_atomic(now.role()));
    if (covered && (writes_plain || (same_thread && weaker)))
      continue; // whatever it clashes with clashes with this one
    kept[count++] = known;
  }
  if (count == 2) {
    if (writes_plain)
      cell = {now, kept[0]};
    else
      note_third(cell = {kept[0], kept[1]}, now, moments);
    return;
  }
  if (is_write(now.role()) || count == 0)
    cell = {now, kept[0]};
  else
    cell = {kept[0], now};
}

/// Whose further plain reads of the whole cell add nothing in this epoch, as in shadow_cell.
inline quiet_for further_reads(const block_cell& cell, std::uint32_t epoch,
                               const block_moments& moments) {
  for (const global_touch& known : cell.touches)
    if (!known || known.role() != touch_role::read || known.mask != 0xF ||
        moments[known.moment].epoch != epoch)
      return quiet_for::nobody;
  const std::uint32_t first = cell.touches[0].thread, second = cell.touches[1].thread;
  if (first == second)
    return quiet_for::nobody;
  return same_warp(first, second) ? quiet_for::own_warp : quiet_for::whole_block;
}

} // namespace block_cell_rules

} // namespace cudalab::emulator
