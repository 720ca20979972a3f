// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One request of a warp, as the `example` of docs/formats.md has it, drawn: which lane touches
/// which sector of global memory, or which bank of shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

inline constexpr std::size_t warp_lanes = 32;
/// The row of lanes, in both drawings.
inline constexpr double lanes_top = 34, lane_height = 12;

/// Places are in bytes from where a row of 32 banks, or of four sectors, begins.
struct warp_example {
  std::string object;
  std::string block,
      thread;              ///< "(1,0)": the block, and the thread of the first lane that takes part
  std::uint64_t start = 0; ///< of the object
  unsigned warp = 0, bytes = 4;
  std::array<std::optional<std::uint64_t>, warp_lanes> places;
};

/// Nothing where it is no such example, or no lane takes part.
std::optional<warp_example> example_in(const nlohmann::json& line);

/// The sectors that it touches, rising.
std::vector<std::uint64_t> sectors_of(const warp_example& of);

/// For each bank the different words that it must serve in the worst pass, as multiples of 4 bytes.
/// A request of 8 or 16 bytes a lane takes two or four passes of as many lanes in any case.
struct bank_pass {
  unsigned first_lane = 0, lanes = 32;
  std::array<std::vector<std::uint64_t>, 32> words;
  std::size_t degree() const; ///< the most of one bank
};
bank_pass worst_pass(const warp_example& of);

markup draw_sectors(const warp_example& of, const std::string& id);
markup draw_banks(const warp_example& of, const std::string& id);

} // namespace cudalab::grader::html
