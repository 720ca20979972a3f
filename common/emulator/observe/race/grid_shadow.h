// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Who touched each piece of global memory in one launch, block by block: finds what two blocks
/// touch when at least one of them writes. 16 bytes for each 4 bytes of touched device memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "emulator/observe/race/grid_cell.h"
#include "emulator/observe/race/operation_footprint.h"
#include "emulator/runtime/memory/reserved_array.h"

namespace cudalab::emulator {

/// Tells whether fences and flags put one access before another one of another block.
class order_between_blocks {
public:
  virtual ~order_between_blocks() = default;
  /// `earlier` has happened at this offset; its moment is one of the launch. The other access is
  /// the current thread's.
  virtual bool is_before(const global_touch& earlier, std::uint64_t offset) = 0;
};

/// Called by several OS threads at once.
class grid_shadow {
public:
  /// `bytes`: of device memory.
  explicit grid_shadow(std::size_t bytes);

  race_moments& moments() { return moments_; }

  /// A block touches (some of) the 4 bytes at the offset. `order`: null if nothing orders blocks.
  /// @return whether two blocks clash there
  bool touched(std::uint64_t offset, const global_touch& who, order_between_blocks* order);

  /// Two accesses from different blocks, at least one of them (the second) a write.
  struct clash {
    std::uint64_t offset = 0;
    std::uint32_t bytes = 4;
    global_touch one, writer;
    std::uint32_t one_block = 0, writer_block = 0;
    bool same_value = false; ///< two stores, of the same value, as all others there
  };
  /// Calls for each 4 bytes that clash, in order of offset. No launch may be running.
  void judge(const std::function<void(const clash&)>& use);
  /// No launch may be running.
  void forget();

  /// A number for an OS thread that stores.
  std::size_t writer_slot() { return slots_++ % in_flight_.size(); }
  /// It is about to store to (some of) the 4 bytes at the offset; it has.
  void store_begins(std::size_t slot, std::uint64_t offset) { in_flight_[slot] = offset / 4 + 1; }
  void store_ends(std::size_t slot) { in_flight_[slot].store(0, std::memory_order_release); }
  /// Whether another OS thread may still be about to.
  bool others_store_to(std::size_t slot, std::uint64_t offset) const;
  /// Blocks that clash store different values there.
  void values_differ(std::uint64_t offset);
  /// One of them has stored what stands there now. @param mask which of the 4 bytes
  void was_stored(std::uint64_t offset, std::uint8_t mask);

  /// Whether take_pages() will be asked for. Before a launch.
  void keep_pages(bool wanted) { keeps_pages_ = wanted; }
  bool keeps_pages() const { return keeps_pages_; }
  /// All pages that the launch touched, before they are forgotten.
  touched_pages take_pages();

private:
  static constexpr std::size_t page_bytes = 4096;
  /// Two global_touch, replaced together: blocks next to each other share pages, and would wait for
  /// each other at a lock.
  struct alignas(16) cell {
    std::uint64_t touches[2];

    touch_pair load() const;
    /// False: it is not `before` any more, and stays as it is.
    bool replace(const touch_pair& before, const touch_pair& after);
  };
  struct page {
    std::atomic<bool> clashes; ///< in this launch
    std::atomic<bool> listed;  ///< in touched_
  };

  struct stored {
    std::uint32_t value = 0;
    std::uint8_t mask = 0;
    bool differs = false;
  };
  bool still_stands(std::uint64_t offset, const stored& known, std::uint32_t mask) const;
  bool is_known_reader(const touch_pair& known, const global_touch& who) const;
  void list_page(std::size_t page, std::atomic<bool>& is_listed, std::vector<std::size_t>& list);
  void judge_cell(std::size_t number, const std::function<void(const clash&)>& use);

  race_moments moments_;
  grid_cell_rules rules_{moments_};
  reserved_array<cell> cells_;
  reserved_array<page> pages_;
  std::mutex mutex_;
  std::vector<std::size_t> clashing_; ///< page numbers
  std::vector<std::size_t> touched_;  ///< page numbers, if they are to be kept
  bool keeps_pages_ = false;
  std::atomic<std::size_t> slots_{0};
  std::array<std::atomic<std::uint64_t>, 256> in_flight_{};
  mutable std::mutex stored_mutex_;
  std::unordered_map<std::uint64_t, stored> stored_; ///< by cell, where blocks clash
};

} // namespace cudalab::emulator
