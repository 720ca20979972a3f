// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 06 asks of a kernel's memory traffic, against the counts of the given straight kernel
/// on the same call. That kernel makes two global load requests a tap for each warp of outputs.
///
/// In shared memory with blocks of B outputs and chunks of C taps, a warp takes part in
/// (2 C + B) / B requests a chunk: 3 for the B taps of exercise 2, where C = B. A block has B / 32
/// warps, and loads whole chunks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/compare/words.h"
#include "grader/lab.h"

namespace cudalab::lab06 {

using grader::at_most;
using grader::both;
using grader::gate_verdict;
using grader::traffic_counts;

inline constexpr double warp = 32;
inline constexpr double narrowest_block = 128; ///< the starter's block has 256 threads
inline constexpr double widest_block = 512;    ///< of outputs and of taps: more edges
/// Exercises 2 and 3: times what B / 32 warps need with 3 loads each, for all blocks and chunks.
/// For 600 outputs and 500 taps, B = 256: 3 blocks x 2 chunks x 8 warps x 3 = 144, so 166 at most.
/// Counted: 139 for the reference, where warps beyond an end load nothing; 169 with a third input
/// for each thread; 12,091 with taps from global memory.
inline constexpr double spare_loads = 1.15;
inline constexpr double large_chunk = 1024; ///< taps; the reference's chunk has 2,048
inline constexpr double most_sectors = 5;   ///< a request for 32 neighbours: 4, or 5 unaligned
/// Of the straight kernel's loads. Counted: 0.03 for the reference, 0.05 for its transforms, 0.14
/// for eight outputs a thread and no shared memory; 1.0 for the kernels of exercises 1 to 4.
inline constexpr double most_for_best = 0.25;
/// Exercise 6, of the loads with 2,000 taps to those with 400. Both are one part of 2,048 taps: 1.0
/// for the reference, below 2 for parts of 1,024; 3.1 for the reference of exercise 5, 5.0 for the
/// straight kernel.
inline constexpr double most_growth = 2.2;
inline constexpr const char* given_name = "the straight kernel";

struct lengths {
  double outputs = 0, taps = 0;
};

inline lengths lengths_of(const grader::test_case& one) {
  const double taps = one.number("filter_len").value_or(0);
  return {one.number("in_len").value_or(0) - taps + 1, taps};
}

/// `size` filled up to whole pieces, relative to `size`.
inline double filled(double size, double piece) {
  return std::ceil(size / piece) * piece / size;
}

inline gate_verdict nothing_loaded() {
  return grader::nothing_loaded("make the outputs right first");
}

inline gate_verdict conflicts_gate(const traffic_counts& submission) {
  return grader::no_conflicts(
      submission,
      "threads with neighbouring threadIdx.x should use neighbouring elements of s_in, and all the "
      "same element of s_filter",
      "the conflicts are in stores: threads with neighbouring threadIdx.x should store "
      "neighbouring "
      "elements of s_in and s_filter, so each thread loads elements tid, tid + BLOCK, ... and not "
      "several in a row");
}

/// @param allowed requests
inline gate_verdict global_loads(const traffic_counts& submission, const traffic_counts& baseline,
                                 double allowed, double allowed_sectors, const std::string& next) {
  if (submission.global_load_requests == 0)
    return nothing_loaded();
  return both(at_most("global load requests", submission.global_load_requests, allowed,
                      baseline.global_load_requests, next, given_name),
              at_most("global load sectors", submission.global_load_sectors, allowed_sectors,
                      baseline.global_load_sectors,
                      "the threads of a warp should load neighbours: let threadIdx.x count "
                      "elements of the chunk",
                      given_name));
}

/// Threads of a block, of the largest launch.
inline double block_of(const traffic_counts& submission) {
  double block = narrowest_block;
  for (const auto& kernel : submission.kernels)
    block = std::max(block, kernel.value("threads_per_block", 0.0));
  return block;
}

/// Blocks of fewer threads than lab06.h allows: each of them loads a tile of its own.
inline std::optional<gate_verdict> narrow_blocks(const traffic_counts& submission) {
  double widest = 0;
  for (const auto& kernel : submission.kernels)
    widest = std::max(widest, kernel.value("threads_per_block", 0.0));
  if (widest >= narrowest_block)
    return std::nullopt;
  return gate_verdict{
      false,
      fmt::format("blocks of {:g} threads, but {:g} or more are asked for", widest,
                  narrowest_block),
      "BLOCK is yours, but small blocks share too little: each of them loads all taps for itself, "
      "and as many inputs besides as a chunk has taps.",
      {}};
}

/// Values that all blocks load, where each takes two inputs and one tap a thread for each of so
/// many chunks of as many taps as it has threads, and nothing beyond the ends of the arrays.
inline double values_in_chunks(const lengths& size, double block, double chunks) {
  const double inputs = size.outputs + size.taps - 1;
  double values = 0;
  for (double first = 0; first < size.outputs; first += block)
    for (double chunk = 0; chunk < chunks; ++chunk) {
      const double begin = first + chunk * block;
      values += std::clamp(inputs - begin, 0.0, 2 * block);
      values += std::clamp(size.taps - chunk * block, 0.0, block);
    }
  return values;
}

/// What to look at where too much is loaded.
inline std::string advice_for_shared(const lengths& size, double block, double chunks,
                                     const traffic_counts& submission) {
  const auto values =
      static_cast<double>(grader::accesses_of_threads(submission, "global", "load"));
  if (values > values_in_chunks(size, block, chunks) &&
      values == values_in_chunks(size, block, chunks + 1))
    return fmt::format("just as much is loaded as for {:g} chunks of {:g} taps, and the filter has "
                       "{:g}. Is the next chunk loaded while one is used? Then nothing is to be "
                       "loaded in the last round",
                       chunks + 1, block, chunks);
  return "each thread should load two inputs and one tap for each chunk of the filter, and take "
         "everything else from shared memory";
}

/// What to look at where there are too many barriers. As many as one more chunk has may be a round
/// without taps.
inline std::string advice_for_barriers(const lengths& size, double block, double chunks,
                                       double counted) {
  const std::string enough =
      "two for each chunk are enough: one when it is loaded, one when it has been used. ";
  const std::string others = "hat would go wrong without the others, such as one before the store?";
  const bool whole_chunks = size.taps == chunks * block; // a round without taps may come after them
  if (const double rounds = counted / chunks;
      rounds > 2 && rounds == std::floor(rounds) && (counted != 2 * (chunks + 1) || !whole_chunks))
    return fmt::format("{}{:g} for {:g} chunks are {:g} in each round of the loop. Input and taps "
                       "may be loaded one after the other, with no barrier between them: nobody "
                       "reads yet. Which one can go?",
                       enough, counted, chunks, rounds);
  if (counted != 2 * (chunks + 1) || !whole_chunks)
    return enough + "W" + others;
  return fmt::format("{}{:g} are as many as {:g} chunks have, and {:g} taps are {:g} chunks of "
                     "{:g}. Does the loop go round once more, with no taps left? If not: w{}",
                     enough, counted, chunks + 1, size.taps, chunks, block, others);
}

/// Exercises 2 and 3: each thread loads two inputs and one tap a chunk, and waits twice.
inline gate_verdict shared_gate(const grader::test_case& one, const traffic_counts& submission,
                                const traffic_counts& baseline) {
  const lengths size = lengths_of(one);
  const double block = block_of(submission);
  const double blocks = std::ceil(size.outputs / block), chunks = std::ceil(size.taps / block);
  const double loads = blocks * chunks * std::ceil(block / warp) * 3;
  if (submission.global_load_requests != 0)
    if (const auto narrow = narrow_blocks(submission))
      return *narrow;
  return both(both(global_loads(submission, baseline, spare_loads * loads,
                                spare_loads * loads * most_sectors,
                                advice_for_shared(size, block, chunks, submission)),
                   at_most("barriers a block", submission.barriers_per_block, 2 * chunks,
                           baseline.barriers_per_block,
                           advice_for_barriers(size, block, chunks,
                                               static_cast<double>(submission.barriers_per_block)),
                           given_name)),
              conflicts_gate(submission));
}

/// Exercise 4: sectors of 32 bytes that blocks of B threads need with chunks of 1,024 taps: each
/// block all taps, and all inputs of its outputs, B of them again for each chunk. With rows that
/// are not aligned. For 256 outputs and 2,100 taps, B = 256: 807. Counted: 624 for the reference;
/// 1,207 where a thread loads two neighbours of its own.
inline double large_sectors(const lengths& size, const traffic_counts& submission) {
  constexpr double floats_in_sector = 8, unaligned = 1.3;
  const double block = block_of(submission);
  const double blocks = std::min(std::ceil(size.outputs / narrowest_block),
                                 static_cast<double>(grader::launches_of(submission).blocks));
  const double chunks = std::ceil(size.taps / large_chunk);
  return unaligned * blocks * (2 * size.taps + chunks * block) / floats_in_sector;
}

/// Exercise 4: the block's own inputs are loaded again for each chunk, so few chunks are few loads.
inline gate_verdict large_gate(const grader::test_case& one, const traffic_counts& submission,
                               const traffic_counts& baseline) {
  const lengths size = lengths_of(one);
  const double chunks = std::ceil(size.taps / large_chunk);
  const double loads = baseline.global_load_requests * (2 + widest_block / large_chunk) /
                       (2 * narrowest_block) * filled(size.outputs, widest_block) *
                       filled(size.taps, widest_block);
  if (submission.global_load_requests != 0)
    if (const auto narrow = narrow_blocks(submission))
      return *narrow;
  return both(both(global_loads(submission, baseline, loads, large_sectors(size, submission),
                                "larger chunks need fewer copies: is a value loaded once for each "
                                "chunk?"),
                   at_most("barriers a block", submission.barriers_per_block, 2 * chunks,
                           baseline.barriers_per_block,
                           "either the chunks are too small (at least 1,024 taps), or there is a "
                           "barrier that nobody needs: two for each chunk are enough, and none "
                           "before the store",
                           given_name)),
              conflicts_gate(submission));
}

/// Loads of global and of shared memory; conflicts count too. (Constant memory has a cache of its
/// own, which gives a warp one value in one go.)
inline std::uint64_t all_loads(const traffic_counts& counts) {
  return counts.global_load_requests + counts.shared_load_requests + counts.shared_load_conflicts;
}

inline constexpr const char* counted_loads = "loads of a warp from global and shared memory";

/// A part of a sentence, on warps beyond the last output. Empty: of several launches it is not
/// known how many threads there are for the outputs.
inline std::string advice_for_idle_warps(const traffic_counts& submission) {
  const grader::launched all = grader::launches_of(submission);
  double stored = 0; // several times where the filter is split over the grid
  for (const auto& kernel : submission.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array()))
      if (line.value("space", "") == "global" && line.value("operation", "") != "load")
        stored += line.value("lanes", 0.0);
  if (all.launches != 1 || all.threads == 0)
    return "";
  return fmt::format("{} threads stored {} sums, so where a thread has more than {:.1f} of them "
                     "others have none. Do warps without an output load and multiply all the same? "
                     "Or ",
                     grader::grouped(all.threads),
                     grader::grouped(static_cast<std::uint64_t>(stored)),
                     stored / static_cast<double>(all.threads));
}

/// What a kernel with too many loads should look at. @param straight the straight kernel's loads:
/// two for each multiplication
inline std::string advice_for_best(const lengths& size, const traffic_counts& submission,
                                   double straight) {
  const std::uint64_t conflicts = submission.shared_load_conflicts;
  const double loads = static_cast<double>(all_loads(submission));
  if (4 * static_cast<double>(conflicts) > loads)
    return fmt::format("{} of them are bank conflicts: threads of a warp read places of shared "
                       "memory that are in one bank, as places 8 * t are "
                       "(docs/guides/bank_conflicts.md). Load these values from global memory, or "
                       "store them so that neighbours are in different banks. And read each tap "
                       "once, into a variable",
                       grader::grouped(conflicts));
  if (loads > straight / 2)
    return fmt::format("each value that a thread loads should serve several multiplications: let a "
                       "thread make several neighbouring outputs, keep the inputs that they share "
                       "in registers, and read each tap once, into a variable. If it does so: are "
                       "most of the multiplications with zeros that fill up the taps? Stop soon "
                       "after filter_len, here {:g}",
                       size.taps);
  return fmt::format("a load serves {:.2f} multiplications, and at least 2 are wanted: let each "
                     "thread make more outputs. If it makes many: {}are most of the "
                     "multiplications with zeros that fill up the taps? Stop soon after "
                     "filter_len, here {:g}",
                     straight / 2 / loads, advice_for_idle_warps(submission), size.taps);
}

/// Exercise 5.
inline gate_verdict best_gate(const grader::test_case& one, const traffic_counts& submission,
                              const traffic_counts& baseline) {
  if (submission.global_load_requests == 0)
    return nothing_loaded();
  return at_most(counted_loads, all_loads(submission),
                 baseline.global_load_requests * most_for_best, baseline.global_load_requests,
                 advice_for_best(lengths_of(one), submission,
                                 static_cast<double>(baseline.global_load_requests)),
                 given_name);
}

/// Exercise 6, each case: as few as the straight kernel's for the longer filter at most. (What a
/// right transform loads depends on its radix and on what it keeps where: for few taps it may be
/// more than the straight kernel does.)
inline gate_verdict transforms_gate(const grader::test_case&, const traffic_counts& submission,
                                    const traffic_counts&) {
  constexpr std::uint64_t straight = 2 * 2000 * 16; // two a tap in each of 16 warps of outputs
  if (submission.global_load_requests == 0)
    return nothing_loaded();
  return at_most(counted_loads, all_loads(submission), static_cast<double>(straight), straight,
                 "a transform takes few passes over its numbers: log2(4,096) = 12 with two numbers "
                 "a thread, 4 with eight",
                 "the straight kernel with 2,000 taps");
}

inline constexpr int few_taps = 20; ///< of the first case; the second has 2,000

/// Exercise 6, both cases together: transforms cost the same however many taps a part has.
inline gate_verdict growth_gate(const std::vector<traffic_counts>& of) {
  const std::uint64_t few = all_loads(of.front()), many = all_loads(of.back());
  // Two a tap in each of 16 warps of outputs; and not so with the longer filter.
  const bool few_are_straight = few == 2 * few_taps * 16 && many < 2 * 2000 * 16;
  gate_verdict verdict =
      at_most("loads with 2,000 taps", many, most_growth * static_cast<double>(few), few,
              few_are_straight
                  ? fmt::format("with {} taps there are just as many loads as the straight kernel "
                                "has, 2 for each tap in each of 16 warps, and with 2,000 taps far "
                                "fewer for each: does a condition hand short filters to that "
                                "kernel? Transforms are asked for however short the filter is",
                                few_taps)
                  : "the loads grow as the taps do: is each product still a "
                    "multiplication of its own? A part of 2,048 taps takes the same "
                    "transforms, full or not",
              fmt::format("yours with {} taps", few_taps));
  return verdict;
}

} // namespace cudalab::lab06
