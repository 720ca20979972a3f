// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From the accesses of a warp's lanes, one lane after the other, to the requests of the warp: what
/// a GPU does in one instruction.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/runtime/execution.h"

namespace cudalab::emulator {

/// What an instruction does to memory. An atomic operation reads and writes at once.
enum class memory_operation : std::uint8_t { load, store, atomic };

/// One access of one lane.
struct lane_access {
  std::uint64_t offset = 0;
  std::uint32_t pc = 0; ///< short_pc
  std::uint8_t bytes = 0;
  bool shared = false;
  memory_operation operation = memory_operation::load;
};

/// The accesses of several lanes by one instruction; null: the lane took no part.
using warp_request = std::array<const lane_access*, warp_size>;
using lane_traces = std::array<std::vector<lane_access>, warp_size>;

/// Calls `use` for each request: accesses belong together when it is the same instruction and each
/// lane has executed it equally often.
void for_requests(const lane_traces& lanes, const std::function<void(const warp_request&)>& use);

/// Bytes that several lanes ask for count once, as in Nsight Compute's smsp__sass_data_bytes.
unsigned different_bytes(const warp_request& request);

/// Sectors are pieces of 32 bytes: a GPU moves global memory in no smaller ones. How many different
/// ones the request touches.
unsigned sectors_of(const warp_request& request);
/// How many would hold so many different bytes, side by side.
unsigned least_sectors(unsigned bytes);

/// The largest number of lanes that use one address: an atomic operation takes them one by one.
unsigned lanes_at_one_address(const warp_request& request);

/// Shared memory has 32 banks of 4 bytes. A request of 8 bytes a lane is served in two passes of
/// half a warp, one of 16 bytes in four.
struct bank_use {
  unsigned worst = 1; ///< largest number of different words of one bank in one pass
  unsigned extra = 0; ///< passes beyond those that a request without conflicts needs
};
bank_use banks_of(const warp_request& request);

} // namespace cudalab::emulator
