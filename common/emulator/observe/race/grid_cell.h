// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What is remembered of 4 bytes of global memory across the blocks of a launch: two accesses,
/// chosen so that two blocks that clash are never missed.
#pragma once

#include <array>
#include <tuple>
#include <utility>

#include "emulator/observe/race/global_touch.h"
#include "emulator/observe/race/race_moments.h"

namespace cudalab::emulator {

using touch_pair = std::array<global_touch, 2>;

/// Rules for a cell's two accesses. While nothing but the launch orders the blocks, what is kept
/// does not depend on the order in which they run: before any plain write the two smallest blocks
/// that read; then the smallest that wrote, with the next one that wrote or else the smallest other
/// one that read.
class grid_cell_rules {
public:
  explicit grid_cell_rules(const race_moments& moments) : moments_(moments) {}

  bool clash(const global_touch& one, const global_touch& other) const {
    return one && other && !one.ordered && !other.ordered && (one.mask & other.mask) != 0 &&
           clash_between_blocks(one.role(), other.role()) && block(one) != block(other);
  }

  /// Adds an access. `is_before(earlier, now)`: whether fences and flags order an access of another
  /// block before this one.
  template <class IsBefore>
  void add(touch_pair& cell, global_touch now, const IsBefore& is_before) const {
    const bool were_ordered = cell[0].ordered || cell[1].ordered;
    bool keeps_both = true, after_known = false;
    touch_pair known; ///< those that are kept
    unsigned count = 0;
    for (global_touch& each : cell) {
      each.ordered = 0;
      bool kept = each && moments_.is_current(each.moment);
      if (kept && block(each) == block(now)) {
        if (absorbs(each, now)) {
          cell[1].ordered = were_ordered;
          return;
        }
        kept = !absorbs(now, each);
      } else if (kept && is_before(each, now)) {
        // Whatever clashes with the earlier one clashes with this one: but for a write and a read.
        kept = is_write(each.role()) && !is_write(now.role());
        after_known |= kept;
      }
      if (kept)
        known[count++] = each;
      keeps_both &= kept;
    }
    if (count < 2) {
      store(cell, known[0], now, after_known);
      return;
    }
    // A read that comes after one of two writers, or after both, is of no use beside them.
    const worth best = value(known[0], known[1], were_ordered && keeps_both);
    const worth first = value(known[0], now, after_known),
                second = value(known[1], now, after_known);
    if (first > best && first >= second)
      store(cell, known[0], now, after_known);
    else if (second > best)
      store(cell, known[1], now, after_known);
    else
      store(cell, known[0], known[1], were_ordered && keeps_both);
  }

  std::uint32_t block(const global_touch& touch) const { return moments_[touch.moment].block; }

private:
  using worth = std::tuple<bool, int, int, bool, int, std::uint32_t, std::uint32_t, int>;

  /// How many others it may clash with.
  static int rank(touch_role role) {
    return is_write(role) ? (is_strong(role) ? 2 : 3) : (is_strong(role) ? 0 : 1);
  }

  /// Whether `less`, by the same block, adds nothing to `more`. Bytes of one word that a block
  /// touches alike become one access.
  bool absorbs(global_touch& more, const global_touch& less) const {
    const int high = rank(more.role()), low = rank(less.role());
    const bool later = moments_[more.moment].fences >= moments_[less.moment].fences &&
                       moments_[more.moment].epoch >= moments_[less.moment].epoch;
    if (!later || high < low || (high != low && high != 3 && low != 0))
      return false;
    if ((more.mask | less.mask) != more.mask) {
      if (more.role() != less.role())
        return false;
      more.mask |= less.mask;
    }
    return true;
  }

  void store(touch_pair& cell, const global_touch& one, const global_touch& other,
             bool ordered) const {
    cell = {one, other};
    if (!one || better(other, one))
      std::swap(cell[0], cell[1]);
    cell[1].ordered = ordered;
  }

  bool better(const global_touch& one, const global_touch& other) const {
    const int a = rank(one.role()), b = rank(other.role());
    return a != b ? a > b : block(one) < block(other);
  }

  /// How well worth keeping two accesses are.
  worth value(global_touch one, global_touch other, bool ordered) const {
    if (better(other, one))
      std::swap(one, other);
    const int high = rank(one.role()), low = rank(other.role());
    const bool clashes = !ordered && clash(one, other);
    return {clashes,
            (high == 3) + (low == 3),
            clashes ? 0 : high + low,
            block(one) != block(other),
            high,
            ~block(one),
            ~block(other),
            low};
  }

  const race_moments& moments_;
};

} // namespace cudalab::emulator
