// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Whether two stores that nothing orders store the same value: then it is there afterwards,
/// whoever comes last.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "emulator/observe/race/grid_shadow.h"
#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// The store that the current thread is about to do, for one OS thread. An observer hears of a
/// store before it happens; what it did is seen when the next access comes.
class stored_values {
public:
  explicit stored_values(grid_shadow& grid) : grid_(grid), slot_(grid.writer_slot()) {}

  bool pending() const { return address_ != nullptr; }

  /// It races with an earlier store of its block. `same` becomes false if it changes anything.
  void compare(const access& seen, touch_role earlier, bool& same);
  /// It may race with stores of other blocks to this cell. Before the grid is told of it.
  void begin_in_grid(const access& seen, std::uint64_t offset);
  /// It does. After the grid was told.
  void clashes_in_grid(std::uint64_t offset, std::uint8_t mask);

  /// The store has happened.
  void settle();
  /// It never will.
  void forget();

private:
  void begin(const access& seen);
  void look_before();

  grid_shadow& grid_;
  std::size_t slot_;
  const std::byte* address_ = nullptr; ///< null: nothing is pending
  std::uint32_t bytes_ = 0;
  std::array<std::byte, 16> were_{};
  std::array<bool*, 8> within_block_{};
  std::size_t within_ = 0;
  struct clash {
    std::uint64_t offset = 0;
    std::uint8_t mask = 0;
    bool other_done = false; ///< the other block's store has happened for sure
  };
  std::array<clash, 4> in_grid_{};
  std::size_t clashes_ = 0;
};

} // namespace cudalab::emulator
