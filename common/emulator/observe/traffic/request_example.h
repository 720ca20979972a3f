// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One request of a warp, kept to show what a source line does: which lane touches which bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "emulator/observe/traffic/warp_requests.h"
#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// Offsets are those of lane_access.
struct request_example {
  unsigned cost = 0; ///< of global memory sectors, of shared memory passes too many, of atomic
                     ///< operations lanes at one address
  std::uint64_t launch = 0, linear_block = 0; ///< launch_record::number, block_state::linear
  index3 block;
  index3 block_size;
  unsigned warp = 0;
  std::array<std::uint64_t, warp_size> offsets{};
  std::array<std::uint8_t, warp_size> bytes{}; ///< 0: the lane took no part
  std::uint32_t pc = 0;                        ///< short_pc
  bool shared = false;

  std::string object;             ///< from find_object(): the variable or allocation
  std::uint64_t object_begin = 0; ///< its offset

  /// Looks up what the lowest address belongs to. Before that is freed.
  void find_object();
};

/// Whether the first is the one to show: the costlier, then the earlier, so that it is the same
/// whatever OS threads ran the blocks. Examples of one block are equally early: the other stays.
bool precedes(const std::optional<request_example>& one,
              const std::optional<request_example>& other);

/// The form of docs/formats.md.
nlohmann::json to_json(const request_example& one);

} // namespace cudalab::emulator
