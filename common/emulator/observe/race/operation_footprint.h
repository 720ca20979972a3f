// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What global memory a kernel, a copy or a fill touched: kept while an operation of another stream
/// may run at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/observe/race/grid_cell.h"
#include "emulator/observe/symbols/source_lines.h"
#include "emulator/runtime/queue/operation.h"

namespace cudalab::emulator {

/// The cells of touched pages of global memory, by page number. In place of a moment a touch has
/// the number of its block, from 1.
using touched_pages = std::map<std::size_t, std::vector<touch_pair>>;

struct operation_footprint {
  static constexpr std::size_t page_bytes = 4096;
  struct range {
    std::uint64_t offset = 0, bytes = 0;
    bool writes = false;
  };

  operation_number number = 0;
  std::string name;   ///< the kernel, or the call
  source_place place; ///< of the launch or the call
  stream_identity stream;
  memory_effect effect = memory_effect::transfers;
  std::shared_ptr<const child_place> child = {}; ///< of what a kernel has handed over; else null
  index3 grid, block;                            ///< of a kernel
  touched_pages pages;
  std::vector<range> ranges; ///< of a copy or a fill

  /// Removes what it touched there.
  void forget(const range& gone);

  /// What it writes of the memory from `begin` to before `end`, where that is one piece.
  struct part {
    std::uint64_t begin = 0, end = 0;
  };
  std::optional<part> part_written(std::uint64_t begin, std::uint64_t end) const;

  /// That it takes itself.
  std::size_t bytes() const { return pages.size() * page_bytes / 4 * sizeof(touch_pair); }
};

/// A place that two operations touch, at least one of them writing.
struct footprint_clash {
  std::uint64_t offset = 0;
  std::uint32_t bytes = 4;
  global_touch earlier, later; ///< of a copy: only the role is set
};

/// Calls use for each 4 bytes, or once for two ranges.
void for_clashes(const operation_footprint& earlier, const operation_footprint& later,
                 const std::function<void(const footprint_clash&)>& use);

} // namespace cudalab::emulator
