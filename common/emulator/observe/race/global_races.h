// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races on global memory, as one block sees them: between its own threads at once, and with other
/// blocks by telling the shadow of the grid.
#pragma once

#include <array>
#include <cstdint>

#include "emulator/observe/race/access_sites.h"
#include "emulator/observe/race/block_cell.h"
#include "emulator/observe/race/block_sync.h"
#include "emulator/observe/race/block_table.h"
#include "emulator/observe/race/grid_shadow.h"
#include "emulator/observe/race/hint_reads.h"
#include "emulator/observe/race/race_sighting.h"
#include "emulator/observe/race/stored_values.h"

namespace cudalab::emulator {

class global_races {
public:
  global_races(grid_shadow& grid, block_sync& sync, access_sites& sites, stored_values& values,
               last_racing_read& last_read)
      : grid_(grid), sync_(sync), all_sites_(sites), values_(values), last_read_(last_read) {}

  void block_begins();
  void accessed(const block_state& block, const access& seen, sighting_collector& collector);

private:
  /// 64 bytes of global memory.
  struct group {
    std::array<block_cell, 16> cells; ///< those that are not in_use hold anything
    std::uint32_t in_use = 0;         ///< a bit for each
    /// For each of the cells and each rank of access: whether the grid knows of it.
    std::uint64_t told = 0;
    std::uint32_t told_at = 0; ///< at which moment, when there are fences
  };
  /// A block that has touched more forgets what it can: first what barriers order anyway; in the
  /// end everything, and may then miss a race between accesses that are far apart.
  static constexpr std::size_t many_groups = 1u << 14, most_groups = 1u << 20;

  void make_room(std::uint32_t epoch);
  void touch_cell(const block_state& block, const access& seen, const global_touch& now,
                  std::uint64_t offset, sighting_collector& collector);
  void compare(const block_cell& cell, const block_state& block, const access& seen,
               const global_touch& now, std::uint64_t offset, sighting_collector& collector);
  void tell_grid(group& where, const block_state& block, const access& seen, global_touch now,
                 std::uint64_t offset);

  grid_shadow& grid_;
  block_sync& sync_;
  access_sites& all_sites_;
  stored_values& values_;
  last_racing_read& last_read_;
  recent_sites sites_{all_sites_};
  block_moments moments_;
  block_table<group> table_;
  std::uint32_t table_epoch_ = 0; ///< when the table was emptied last
};

} // namespace cudalab::emulator
