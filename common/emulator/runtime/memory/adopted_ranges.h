// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From an address outside the device's range to its place in it. Kernels read here without a lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/runtime/memory/allocation.h"

namespace cudalab::emulator {

struct adopted_range {
  const std::byte* begin = nullptr;
  std::size_t bytes = 0;
  const std::byte* slot = nullptr;
  memory_kind kind = memory_kind::registered;

  bool holds(const std::byte* address) const {
    return static_cast<std::uint64_t>(address - begin) < bytes;
  }
};

class adopted_ranges {
public:
  static adopted_ranges& instance();

  bool overlaps(const std::byte* begin, std::size_t bytes) const;
  /// False: it overlaps one that is there. One caller at a time.
  bool add(const adopted_range& range);
  /// One caller at a time.
  void remove(const std::byte* begin);

  /// The one that holds the address, or null. It stays valid.
  const adopted_range* find(const std::byte* address) const {
    const table& all = *now_.load(std::memory_order_acquire);
    if (address < all.begin || address >= all.end)
      return nullptr;
    return search(all, address);
  }
  /// Where the bytes are that have this place in the device's range: there, if nobody was adopted.
  const std::byte* behind(const std::byte* slot) const {
    for (const adopted_range& each : now_.load(std::memory_order_acquire)->ranges)
      if (static_cast<std::uint64_t>(slot - each.slot) < each.bytes)
        return each.begin + (slot - each.slot);
    return slot;
  }
  /// The one that the address is at most `distance` bytes before or behind, or null.
  const adopted_range* near(const std::byte* address, std::size_t distance) const;

private:
  struct table {
    std::vector<adopted_range> ranges; ///< by address
    const std::byte* begin = nullptr;  ///< from the first to the last
    const std::byte* end = nullptr;
  };
  adopted_ranges();
  static const adopted_range* search(const table& all, const std::byte* address);
  void publish(std::vector<adopted_range> ranges);

  std::atomic<const table*> now_;
  std::vector<std::unique_ptr<const table>> tables_; ///< old ones too: somebody may be reading them
};

} // namespace cudalab::emulator
