// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Remembers which aligned 4 bytes can be read again without telling the observers. Most reads of
/// most kernels are such: in a tiled product 14 of 16.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "emulator/runtime/observer.h"

namespace cudalab::emulator {

/// Of one OS thread. To forget too much costs time only, so global memory has a small table in
/// which one place can push out another. Nothing is kept while there are no tables.
struct quiet_cells {
  static constexpr std::size_t global_places = 1u << 15;

  /// A place holds the epoch in which it was found quiet and for whom; for global memory with the
  /// number of the cell above that.
  std::uint32_t* shared = nullptr;
  std::uint64_t* global = nullptr;
  std::uint64_t shared_cells = 0, global_cells = 0; ///< of the memories; 0 without tables
  std::uint32_t epoch = scopes;

  /// Whether an address, given by its distance from the beginning of the memory, is in that memory
  /// and can be read quietly. @param thread the current one; without tables not looked at
  bool in_shared(std::uint64_t distance, const thread_state* thread) const {
    const std::uint64_t cell = cell_at(distance);
    return cell < shared_cells && is_quiet(shared[cell] - epoch, *thread);
  }
  bool in_global(std::uint64_t distance, const thread_state* thread) const {
    const std::uint64_t cell = cell_at(distance);
    return cell < global_cells &&
           is_quiet(global[place_of(cell)] - ((cell << mark_bits) + epoch), *thread);
  }

  /// A block begins, or its threads pass a barrier, or one of them a fence.
  void forget_all() {
    epoch += scopes;
    if (epoch < 1u << mark_bits)
      return;
    std::fill_n(shared, shared_cells, 0u); // numbers begin again
    std::fill_n(global, global_cells == 0 ? 0 : global_places, 0u);
    epoch = scopes;
  }

  void keep(const access& seen, quiet_for whom, const thread_state& thread) {
    if (whom == quiet_for::nobody || thread.warp_epoch != 0)
      return;
    const std::uint32_t mark = epoch + (whom == quiet_for::own_warp ? thread.warp() : whole_block);
    const std::uint64_t cell = seen.offset / 4;
    if (seen.space == memory_space::shared)
      shared[cell] = mark;
    else
      global[place_of(cell)] = cell << mark_bits | mark;
  }

  void written(const access& seen) {
    if (seen.bytes > most_bytes_one_by_one) {
      forget_all();
      return;
    }
    for (std::uint64_t cell = seen.offset / 4; cell <= (seen.offset + seen.bytes - 1) / 4; ++cell)
      if (seen.space == memory_space::global)
        global[place_of(cell)] = 0;
      else if (cell < shared_cells)
        shared[cell] = 0;
  }

private:
  static constexpr std::uint32_t whole_block = 32, scopes = 64; ///< below whole_block: a warp
  static constexpr unsigned mark_bits = 30;                     ///< 34 are left for cells: 64 GiB
  static constexpr std::uint32_t most_bytes_one_by_one = 64;

  /// Spreads a column of a matrix whose width is a power of 2.
  static std::size_t place_of(std::uint64_t cell) {
    return (cell ^ (cell >> 10) ^ (cell >> 20)) % global_places;
  }

  /// Larger than any cell's number when the distance is no multiple of 4.
  static std::uint64_t cell_at(std::uint64_t distance) { return std::rotr(distance, 2); }

  static bool is_quiet(std::uint64_t scope, const thread_state& thread) {
    return (scope == whole_block || scope == thread.warp()) && thread.warp_epoch == 0;
  }
};

/// The memory of quiet_cells.
struct quiet_tables {
  std::vector<std::uint32_t> shared;
  std::vector<std::uint64_t> global;

  /// @param shared_bytes, device_bytes of the memories
  quiet_cells make(std::size_t shared_bytes, std::size_t device_bytes) {
    shared.assign(shared_bytes / 4, 0);
    global.assign(quiet_cells::global_places, 0);
    quiet_cells made;
    made.shared = shared.data();
    made.global = global.data();
    made.shared_cells = shared.size();
    made.global_cells = std::min(device_bytes, std::size_t{64} << 30) / 4;
    return made;
  }
};

} // namespace cudalab::emulator
