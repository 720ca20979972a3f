// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/race/lockstep.h"
#include "emulator/observe/race/race_words.h"
#include "emulator/runtime/number_words.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace cudalab::emulator {

namespace {

/// A pair where one lane reads what another one has just written tells most.
auto order(const finding& race) {
  const int later = race.parties.front().place.line, earlier = race.parties.back().place.line;
  return std::tuple(later == 0 || earlier == 0, race.why, race.launch, std::max(later, earlier),
                    later == earlier, std::min(later, earlier));
}

/// Two lanes store to one element of global memory, in one line, or to one of shared memory in the
/// same step: no order of theirs is meant. (In different steps a barrier may be missing.)
bool meet_in_one_store(const finding& race) {
  return (race.space == "global" || race.in_step) && of_two_writers(race) &&
         race.parties.front().place == race.parties.back().place;
}

/// Each row of the block takes several warps: threads of one row that share memory are not a warp.
bool has_long_rows(const finding& race) {
  constexpr unsigned warp = 32;
  return race.space == "shared" && race.block_size.x > warp &&
         std::uint64_t{race.block_size.y} * race.block_size.z > 1;
}

} // namespace

bool trusts_lockstep(const finding& race) {
  return race.kind == finding_kind::race && race.within_warp &&
         (race.several_warps || race.is_volatile) && !meet_in_one_store(race);
}

std::vector<finding> fold_lockstep(std::vector<finding> all) {
  // Where other warps race too, the kernel lacks a barrier of the block first of all. (The threads
  // that share a row of a tile may well be a warp.)
  for (finding& each : all)
    each.within_warp =
        each.within_warp && std::none_of(all.begin(), all.end(), [&](const finding& other) {
          return other.kind == finding_kind::race && !other.within_warp &&
                 other.kernel == each.kernel && other.space == each.space;
        });
  std::vector<finding> kept;
  for (finding& each : all) {
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const finding& known) {
      return trusts_lockstep(each) && trusts_lockstep(known) && known.kernel == each.kernel &&
             known.space == each.space && known.variable == each.variable;
    });
    if (same == kept.end()) {
      kept.push_back(std::move(each));
      continue;
    }
    const std::uint64_t count = same->count + each.count;
    const bool is_volatile = same->is_volatile || each.is_volatile;
    const bool same_value = same->same_value && each.same_value;
    const bool in_several = same->in_several_launches || each.in_several_launches;
    if (order(each) < order(*same))
      *same = std::move(each);
    same->count = count;
    same->is_volatile = is_volatile;
    same->in_several_launches = in_several;
    same->same_value = same_value;
  }
  return kept;
}

finding_words lockstep_words(const finding& race, const std::string& launch) {
  return {fmt::format("no __syncwarp() separates the two, and lanes of a warp have not run in "
                      "lockstep since Volta{}; {} in {}",
                      race.is_volatile ? ": `volatile` orders nothing" : "",
                      counted(race.count, "such pair"), launch),
          {has_long_rows(race) ? findings::remedy_step{findings::remedy_id::barrier_of_long_rows,
                                                       {static_cast<int>(race.block_size.x)},
                                                       race.variable}
                               : findings::remedy_step{
                                     findings::remedy_id::barrier_of_the_warp, {}, race.variable}}};
}

} // namespace cudalab::emulator
