// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 11 asks of a kernel's memory traffic. All sizes are whole tiles, so that what each
/// exercise needs follows from counting: there are I J K / 16^3 products of fragments.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/lab.h"

namespace cudalab::lab11 {

using grader::all_of;
using grader::at_most;
using grader::both;
using grader::gate_verdict;
using grader::nothing_loaded;
using grader::test_case;
using grader::traffic_counts;

inline constexpr double little_more = 1.05;
inline constexpr const char* given_name = "the given kernel";

inline double length_of(const test_case& one, const std::string& name) {
  return one.number(name).value_or(0);
}

/// Products of 16 x 16 x 16.
inline double products_of(const test_case& one) {
  return length_of(one, "I") * length_of(one, "J") * length_of(one, "K") / (16 * 16 * 16);
}

/// Whether the stores fill half of each sector at most: store_matrix_sync fills all of it.
inline bool stored_in_pieces(const traffic_counts& mine) {
  double sectors = 0, least = 0;
  for (const nlohmann::json* line : grader::lines_of(mine, "global", "store")) {
    sectors += line->at("sectors").get<double>();
    least += line->at("least_sectors").get<double>();
  }
  return least > 0 && sectors >= 2 * least;
}

/// A fragment of sums is stored by four requests, of 8 bytes a lane, or, transposed, by eight.
inline gate_verdict stored_once(const test_case& one, const traffic_counts& mine,
                                const traffic_counts& given, double requests,
                                const std::string& next) {
  const double parts = length_of(one, "I") * length_of(one, "K") / (16 * 16);
  return both(
      at_most("global store requests", mine.global_store_requests, requests * parts,
              given.global_store_requests, next, given_name),
      at_most("global store sectors", mine.global_store_sectors, 16 * 16 * 4 / 32 * parts,
              given.global_store_sectors,
              stored_in_pieces(mine)
                  ? "each store fills only half of the pieces of 32 bytes that it touches: store "
                    "two neighbouring floats of a row at once, as a float2, or a whole fragment by "
                    "store_matrix_sync"
                  : next,
              given_name));
}

/// Exercise 1: a fragment is loaded from global memory by four requests, of 4 bytes a lane.
inline gate_verdict fragments_gate(const test_case& one, const traffic_counts& mine,
                                   const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  const double parts = length_of(one, "I") * length_of(one, "K") / (16 * 16);
  const double requests = static_cast<double>(mine.global_store_requests) / parts;
  return both(
      at_most("global load requests", mine.global_load_requests,
              little_more * 2 * 4 * products_of(one), given.global_load_requests,
              "load two fragments for each product, by load_matrix_sync, and nothing else",
              given_name),
      stored_once( // twice in four are more sectors
          one, mine, given, stored_in_pieces(mine) ? 4 : 8,
          stored_in_pieces(mine)
              ? fmt::format("a part of 16 x 16 is stored by {} requests, each of which fills "
                            "half of the pieces of 32 bytes that it touches, as where "
                            "lanes store x[e] one by one. Store the fragment by "
                            "store_matrix_sync, in 4: which element x[e] is, CUDA does "
                            "not say",
                            std::ceil(requests))
              : "keep the sums in their fragment until all products are added, and store "
                "it once"));
}

/// What the exercises with tiles share.
struct tile_bounds {
  double depth = 0;
  double shared_bytes = 0; ///< of a block
};
inline constexpr double stages = 3;
inline constexpr double how_padded_is_free = 227 * 1024; ///< what a block can have
inline constexpr tile_bounds of_tiles{32, how_padded_is_free};
inline constexpr tile_bounds of_mma{64, stages * 2 * 128 * 64 * 2};

inline gate_verdict copied(const test_case& one, const traffic_counts& mine,
                           const traffic_counts& given) {
  constexpr double tile = 128, at_once = 32 * 16; // bytes that a warp copies at once
  // A phase may be twice as long, and the last one of 32 columns then leaves lanes without a piece.
  constexpr double some_lanes_idle = 1.6;
  const double bytes =
      2 * length_of(one, "I") * length_of(one, "J") * length_of(one, "K") / tile * 2;
  double asynchronously = 0;
  for (const auto& kernel : mine.kernels)
    asynchronously += kernel.at("totals").value("asynchronously_copied_bytes", 0.0);
  const gate_verdict all_copied{
      asynchronously >= bytes,
      fmt::format("{} copied asynchronously, and the tiles are {}",
                  grader::counted(static_cast<std::uint64_t>(asynchronously), "bytes"),
                  grader::counted(static_cast<std::uint64_t>(bytes), "bytes")),
      "a load and a store go through a register, and the thread waits for the load: copy the tiles "
      "by __pipeline_memcpy_async",
      {{"asynchronously_copied_bytes", asynchronously}}};
  return all_of(
      {all_copied,
       at_most(
           "global load requests", mine.global_load_requests, some_lanes_idle * bytes / at_once,
           given.global_load_requests,
           asynchronously > little_more * bytes
               ? fmt::format("the copies have {}, and the tiles {}: copy each tile once, and "
                             "none for a phase that there is not",
                             grader::counted(static_cast<std::uint64_t>(asynchronously), "bytes"),
                             grader::counted(static_cast<std::uint64_t>(bytes), "bytes"))
               : std::string("copy 16 bytes at once"),
           given_name),
       at_most("global loads of threads", grader::accesses_of_threads(mine, "global", "load"),
               little_more * bytes / 16, grader::accesses_of_threads(given, "global", "load"),
               "a tile is copied in more pieces than it has of 16 bytes: copy 16 bytes at once, of "
               "M and of N",
               given_name),
       at_most("global load sectors", mine.global_load_sectors, little_more * bytes / 32,
               given.global_load_sectors, "neighbouring threads should copy neighbours of a row",
               given_name)});
}

/// A warp makes 64 x 64 elements: for each 16 columns of M it loads 4 + 4 fragments for 16
/// products.
inline gate_verdict tiled(const test_case& one, const traffic_counts& mine,
                          const traffic_counts& given, const tile_bounds& allowed,
                          const std::string& conflicts) {
  const double phases = length_of(one, "J") / allowed.depth;
  return all_of(
      {at_most("shared load requests", mine.shared_load_requests,
               little_more * 8.0 / 16 * products_of(one), given.shared_load_requests,
               "load each fragment once for each 16 columns of M, 4 of M and 4 of N, and make all "
               "16 products of these",
               given_name),
       copied(one, mine, given), grader::reads_beside_copies(mine, phases >= 4),
       grader::no_conflicts(mine, conflicts),
       at_most("bytes of shared memory a block", mine.dynamic_shared_bytes, allowed.shared_bytes,
               given.dynamic_shared_bytes, "the tiles of three stages are all that is needed",
               given_name),
       at_most("barriers a block", mine.barriers_per_block, phases + 1, given.barriers_per_block,
               "one barrier in each phase is enough: behind it the phase's tiles are complete, and "
               "nobody uses the tiles of the phase before any more",
               given_name),
       stored_once(one, mine, given, 8, "store each sum once, two neighbours at once")});
}

/// What is known of the two of 8 rows that meet, and then what to do: "in line 204 the 16 bytes of
/// lanes 0 and 4 lie 1,152 bytes apart".
inline std::string eight_rows(const traffic_counts& mine, const std::string& next) {
  std::string text = "8 rows of 16 bytes that are loaded at once must lie in different banks: ";
  if (const auto seen = grader::rows_in_one_bank_of(mine))
    text = fmt::format(
        "8 rows of 16 bytes that are {} at once must lie in different banks, and in line {} those "
        "of lanes {} and {} of a warp are {} apart. (A multiple of 128 bytes: the same "
        "banks.) So, ",
        seen->is_load ? "loaded" : "stored", seen->line, seen->first, seen->second,
        grader::counted(static_cast<std::uint64_t>(seen->apart), "bytes"));
  return text + next;
}

inline gate_verdict tiles_gate(const test_case& one, const traffic_counts& mine,
                               const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  // Four lanes copy a row of M's tile. Where two rows meet in a bank depends on the pitch, which is
  // given: what the copies store is not the student's.
  traffic_counts loads = mine;
  loads.shared_store_conflicts = 0;
  return tiled(
      one, loads, given, of_tiles,
      eight_rows(loads,
                 "let 8 rows that are PITCH_M or PITCH_N halves apart, as in this line, begin in "
                 "different ones, by padding of the right length"));
}

inline gate_verdict mma_gate(const test_case& one, const traffic_counts& mine,
                             const traffic_counts& given) {
  if (mine.global_load_requests == 0)
    return nothing_loaded();
  return tiled(
      one, mine, given, of_mma,
      eight_rows(mine,
                 "chunk c of row r is stored as chunk swizzled(r, c), and of 8 rows "
                 "that follow each other, swizzled() must put chunk c at 8 different places"));
}

} // namespace cudalab::lab11
