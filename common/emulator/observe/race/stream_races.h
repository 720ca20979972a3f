// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races between operations of different streams: two kernels, or a kernel and a copy, that touch
/// the same memory while neither stream, event nor the host's waiting orders them. So are
/// cudaMallocAsync and a use of its memory, and a use and cudaFreeAsync.
#pragma once

#include <deque>

#include "emulator/observe/findings/observed_finding.h"
#include "emulator/observe/race/access_sites.h"
#include "emulator/observe/race/operation_footprint.h"

namespace cudalab::emulator {

/// Of a copy or a fill: what it touches of device memory. Of an allocation: what it gives.
operation_footprint transfer_footprint(operation_number number, const operation& work);

/// In a program with one stream nothing is kept. What was done before a program made its second
/// stream is not compared.
class stream_races {
public:
  explicit stream_races(const access_sites& sites) : sites_(sites) {}

  /// Compares with what may run at the same time, in the order in which operations are performed.
  void add(operation_footprint done);

private:
  /// Older footprints are dropped when all together take more.
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  void compare(const operation_footprint& earlier, const operation_footprint& later) const;

  const access_sites& sites_;
  std::deque<operation_footprint> kept_;
  std::size_t bytes_ = 0;
};

finding_words stream_race_words(const finding& race);

} // namespace cudalab::emulator
