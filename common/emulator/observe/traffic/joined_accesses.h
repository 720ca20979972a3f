// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What one lane accesses, as the instructions that a GPU's compiler makes: members of one vector
/// object (float4, or any structure aligned to 8 or 16 bytes) are loaded and stored together.
/// docs/guides/coalescing.md says when; proof/traffic/vector_members.cu compares with nvcc's PTX.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/access_part.h"
#include "emulator/observe/traffic/warp_requests.h"

namespace cudalab::emulator {

class joined_accesses {
public:
  /// Adds an access to the lane's trace, or to the request there that it belongs to. `bits`:
  /// packed.
  void add(std::vector<lane_access>& trace, const lane_access& one, std::uint32_t bits);
  /// Accesses up to now and later ones are of different requests.
  void close() { open_.clear(); }
  /// Takes out of the trace what has joined another request.
  void settle(std::vector<lane_access>& trace);

private:
  /// A request that more may join: all of one time through a basic block.
  struct open_request {
    std::size_t at = 0; ///< in the trace
    std::uint32_t block = 0;
    std::uint32_t pc = 0;  ///< the block's last access yet: code of a block runs forwards
    std::uint8_t room = 0; ///< bytes from its beginning on that one instruction could take
    bool member = false, apart = false;
  };

  void separate(const std::vector<lane_access>& trace, const lane_access& one,
                const access_part& part);
  bool joins_load(std::vector<lane_access>& trace, const lane_access& one, const access_part& part);
  void take_in(std::vector<lane_access>& trace);
  void pair_stores(std::vector<lane_access>& trace);

  std::vector<open_request> open_;
  bool gone_ = false; ///< something in the trace has joined another request
};

} // namespace cudalab::emulator
