// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Races between operations of different streams: two kernels, or a kernel and a copy, that touch
/// the same memory while neither stream, event nor the host's waiting orders them. So are
/// cudaMallocAsync and a use of its memory, and a use and cudaFreeAsync.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

  /// Two that race, in what memory.
  struct racing_pair {
    operation_number earlier = 0, later = 0;
    source_place earlier_place, later_place;
    std::string variable;
  };

  std::vector<finding> compare(const operation_footprint& earlier,
                               const operation_footprint& later);
  findings::remedy remedy_for(const finding& race, std::uint64_t offset,
                              const operation_footprint& earlier, const operation_footprint& later);
  std::vector<const operation_footprint*> before_in_call(const operation_footprint& one) const;
  bool other_rounds_ordered(const operation_footprint& earlier,
                            const operation_footprint& later) const;
  std::string turn_of_device(const operation_footprint& one) const;
  std::string detail_of(const operation_footprint& earlier, const operation_footprint& later) const;
  bool fills_again(const operation_footprint& one, std::uint64_t offset) const;
  template <class Is>
  bool any_other_time(const operation_footprint& one, std::uint64_t offset, const Is& is) const;
  std::string other_parts(const operation_footprint& one, std::uint64_t offset) const;
  bool follows(const racing_pair& one, const std::vector<racing_pair>& with_the_later) const;

  const access_sites& sites_;
  std::deque<operation_footprint> kept_;
  std::size_t bytes_ = 0;
  std::deque<racing_pair> raced_;
  /// How often two lines' parts were looked at: it takes time, and the first ones tell most.
  std::map<std::pair<int, int>, unsigned> looked_at_;
};

finding_words stream_race_words(const finding& race);

} // namespace cudalab::emulator
