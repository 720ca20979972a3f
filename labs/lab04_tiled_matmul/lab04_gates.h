// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 04 asks of a kernel's memory traffic, against the counts of the given naive kernel on
/// the same matrices.
///
/// Where the sizes are multiples of the tile the bounds follow from counting: a warp of the naive
/// kernel makes 2 J load requests, a warp of the tiled one 2 J / tile. Elsewhere a bound grows as
/// if the matrices were filled up to whole tiles ("the edges").
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/compare/words.h"
#include "grader/lab.h"

namespace cudalab::lab04 {

using grader::at_most;
using grader::both;
using grader::gate_verdict;
using grader::test_case;
using grader::traffic_counts;

/// A tile row of 16 floats touches 2 sectors when it begins at a multiple of 32 bytes, else 3.
inline constexpr double unaligned_rows = 1.5;

/// The sizes of a call. A call without a tile leaves the choice of 16 or 32 to the student.
struct problem {
  double I = 0, J = 0, K = 0;
  double tile = 16; ///< the smaller one allowed: more traffic
  double pad = 32;  ///< the larger one allowed: more edges
};

inline problem problem_of(const test_case& one) {
  problem p;
  p.I = one.number("I").value_or(0);
  p.J = one.number("J").value_or(0);
  p.K = one.number("K").value_or(0);
  if (const auto tile = one.number("tile"))
    p.tile = p.pad = *tile;
  return p;
}

/// `size` filled up to whole tiles, relative to `size`: 1 where no edges are left over.
inline double filled(double size, const problem& p) {
  return std::ceil(size / p.pad) * p.pad / size;
}

/// Blocks that are smaller than their tiles, or fewer: P is small enough for all of them.
inline std::optional<gate_verdict> too_few_threads(const problem& p,
                                                   const traffic_counts& submission) {
  const auto elements = static_cast<std::size_t>(p.I * p.K);
  const grader::launched all = grader::launches_of(submission);
  const double tiles = std::ceil(p.I / p.tile) * std::ceil(p.K / p.tile);
  const std::string threads = grader::counted(all.threads, "threads");
  if (all.threads < elements)
    return gate_verdict{
        false,
        fmt::format("{} for {} elements of P", threads, grader::grouped(elements)),
        "A thread makes several elements, one after the other: give a block a thread for each "
        "element of a tile, TILE x TILE of them, and launch a block for each tile of P.",
        {}};
  if (static_cast<double>(all.threads) >= tiles * p.tile * p.tile)
    return std::nullopt;
  const std::string work =
      fmt::format("{} of {:.0f} x {:.0f} elements",
                  grader::counted(static_cast<std::size_t>(tiles), "tiles"), p.tile, p.tile);
  if (static_cast<double>(all.blocks) >= tiles)
    return gate_verdict{
        false,
        fmt::format("{} in blocks of {} for {}", threads, grader::grouped(all.threads / all.blocks),
                    work),
        fmt::format("A block has tile x tile threads, here {0:.0f} x {0:.0f}, however small P is.",
                    p.tile),
        {}};
  return gate_verdict{false,
                      fmt::format("{} for {}", threads, work),
                      "A block makes several tiles of P, one after the other, though P is small: "
                      "launch a block for each of them.",
                      {}};
}

/// Of a case whose blocks do not all run no more is known.
inline gate_verdict as_many_threads(const problem& p, const traffic_counts& submission) {
  return {true,
          fmt::format("{} for {} of P",
                      grader::counted(grader::launches_of(submission).threads, "threads"),
                      grader::counted(static_cast<std::size_t>(p.I * p.K), "elements")),
          "",
          {}};
}

/// Blocks may take their tiles from a counter, and each of them asks once in vain.
inline traffic_counts without_counter(const problem& p, const traffic_counts& submission) {
  return grader::without_few_atomics(submission,
                                     2 * std::ceil(p.I / p.tile) * std::ceil(p.K / p.tile));
}

/// Of a block with a thread for each element of its tile; 0: its threads are no square.
inline double side_of_blocks(const traffic_counts& submission) {
  const grader::launched all = grader::launches_of(submission);
  const double threads = all.blocks == 0 ? 0 : static_cast<double>(all.threads / all.blocks);
  const double side = std::round(std::sqrt(threads));
  return side * side == threads ? side : 0;
}

/// Each element is stored by one thread, once. Requests may grow with the edges, so that a second
/// store does not show in them. A store in each phase is what stores_gate() tells.
inline std::optional<gate_verdict> stored_again(const problem& p,
                                                const traffic_counts& submission) {
  const std::size_t stores = grader::accesses_of_threads(submission, "global", "store");
  const double elements = p.I * p.K;
  const double side = std::max(side_of_blocks(submission), p.tile);
  const auto stored = static_cast<double>(stores);
  if (stored <= elements || stored >= elements * std::ceil(p.J / side))
    return std::nullopt;
  return gate_verdict{
      false,
      fmt::format("the threads store {} times in P, which has {}", grader::grouped(stores),
                  grader::counted(static_cast<std::size_t>(elements), "elements")),
      "P needs one store for each element, after the last phase: does a thread store in more than "
      "one phase, or do several threads store the same element?",
      {}};
}

/// Each value is loaded once for a tile, and used `tile` times from there.
inline gate_verdict loads_gate(const test_case& one, const traffic_counts& all,
                               const traffic_counts& baseline) {
  const problem p = problem_of(one);
  const traffic_counts submission = without_counter(p, all);
  const double edges = filled(p.I, p) * filled(p.J, p) * filled(p.K, p);
  if (submission.global_load_requests == 0)
    return {
        false, "the kernel loads nothing from global memory", "make the product right first", {}};
  if (const auto few = too_few_threads(p, submission))
    return *few;
  if (one.is_sampled())
    return as_many_threads(p, submission);
  const double allowed = baseline.global_load_requests / p.tile * edges;
  const double side = side_of_blocks(submission);
  const std::string outside =
      side == 0
          ? ""
          : grader::blocks_outside(submission, p.I, p.K, side,
                                   static_cast<double>(submission.global_load_requests), allowed);
  const gate_verdict loads = both(
      at_most("global load requests", submission.global_load_requests, allowed,
              baseline.global_load_requests,
              outside.empty()
                  ? "each thread should load one element of each tile a phase, and take "
                    "everything else from shared memory"
                  : outside),
      at_most("global load sectors", submission.global_load_sectors,
              baseline.global_load_sectors * 2 / p.tile * edges * unaligned_rows,
              baseline.global_load_sectors,
              "the threads of a warp should load neighbours: let threadIdx.x run along a row, in "
              "the tile of M and in the tile of N"));
  if (const auto again = stored_again(p, submission); again && loads.passed)
    return *again;
  return loads;
}

/// Where a call says which tile, and each block has the threads of the other one: that, and what to
/// do. Else nothing. Said of a case whose counts are too high: a check of its own it is not.
inline std::string other_tile(const problem& p, const traffic_counts& submission) {
  constexpr double both_tiles = 16 + 32;
  const double side = side_of_blocks(submission);
  if (p.tile != p.pad || side != both_tiles - p.tile)
    return "";
  return fmt::format("tile is {0:.0f} here, and the blocks have {1:.0f} x {1:.0f} threads: what a "
                     "block loads and stores is for tiles of {1:.0f}. The argument `tile` says how "
                     "large a tile and a block are in this call: is it used in the block, in the "
                     "grid and in the bytes of shared memory?",
                     p.tile, side);
}

/// Why there are too many requests that store.
inline std::string stores_too_many(const problem& p, const traffic_counts& submission) {
  const auto stored =
      static_cast<double>(grader::accesses_of_threads(submission, "global", "store"));
  if (stored > p.I * p.K)
    return "P needs one store a thread, after the last phase: is the store inside the loop over "
           "the phases, or do several threads store the same element?";
  return fmt::format("each element of P is stored once, but a warp stores only {:.0f} of them at a "
                     "time: do its threads take turns, in a loop or by an `if`, or are blocks "
                     "larger than the tile?",
                     std::ceil(stored / static_cast<double>(submission.global_store_requests)));
}

/// Each warp stores its part of P once, in one piece.
inline gate_verdict stores_gate(const test_case& one, const traffic_counts& all,
                                const traffic_counts& baseline) {
  const problem p = problem_of(one);
  const traffic_counts submission = without_counter(p, all);
  const double edges = filled(p.I, p) * filled(p.K, p);
  if (submission.global_store_requests == 0)
    return {
        false, "the kernel stores nothing in global memory", "make the product right first", {}};
  return both(at_most("global store requests", submission.global_store_requests,
                      baseline.global_store_requests * edges, baseline.global_store_requests,
                      stores_too_many(p, submission)),
              at_most("global store sectors", submission.global_store_sectors,
                      baseline.global_store_sectors * edges * unaligned_rows,
                      baseline.global_store_sectors,
                      "the threads of a warp should store neighbours: let threadIdx.x run along "
                      "a row of P"));
}

/// Where threads with neighbouring threadIdx.x use a column of a tile of 16, and a warp two of
/// them: which two threads meet, and what to do. Empty: it is not so.
inline std::string columns_in_one_bank(const std::optional<grader::bank_conflict>& seen,
                                       double side) {
  constexpr std::int64_t banks = 32;
  constexpr unsigned tile = 16;
  if (!seen || side != tile || !seen->next_word || std::abs(*seen->next_word) <= tile ||
      std::gcd(*seen->next_word, banks) == 2)
    return "";
  return fmt::format(
      "in line {0} rows and columns of a tile of 16 are exchanged: threads with neighbouring "
      "threadIdx.x use a column of it, {1} floats apart, and a warp two columns. So ({2}, {3}) "
      "and ({4}, {5}) meet in one bank. Let threadIdx.x be the last index: TILE x TILE needs no "
      "padding then. Or let a row have 18 floats (and 33 in a tile of 32)",
      seen->line, std::abs(*seen->next_word), seen->first % tile, seen->first / tile,
      seen->second % tile, seen->second / tile);
}

/// A warp reads a row of a tile, or one element for all: never two words of one bank.
inline gate_verdict conflicts_gate(const test_case&, const traffic_counts& submission,
                                   const traffic_counts&) {
  const auto seen = grader::conflict_in(submission);
  const bool of_two = grader::worst_conflict_of(submission) == 2; // a column mostly has far more
  if (of_two && seen && seen->first + 16 == seen->second && seen->apart % 32 == 0)
    return grader::no_conflicts(
        submission,
        fmt::format("a warp uses two rows of a tile of 16 at once, and here the second begins {} "
                    "floats after the first ({}, line {}), at the same bank: let a row follow the "
                    "one before it, TILE floats on, with nothing between them",
                    seen->apart, seen->object.empty() ? "in shared memory" : seen->object,
                    seen->line));
  const double side = side_of_blocks(submission);
  if (const std::string columns = columns_in_one_bank(seen, side); of_two && !columns.empty())
    return grader::no_conflicts(submission, columns);
  const bool in_columns = seen && seen->next_word && std::abs(*seen->next_word) > 1;
  if (of_two && side != 32 && !in_columns)
    return grader::no_conflicts(
        submission, "a warp uses two rows of a tile of 16 at once, and together they fill the 32 "
                    "banks just so: rows of 17 or 18 floats, or a tile that does not begin at the "
                    "first bank, put two of their elements into one. TILE x TILE needs no padding");
  return grader::no_conflicts(
      submission, "threads with neighbouring threadIdx.x should use neighbouring elements of a "
                  "tile: threadIdx.x belongs in the last index");
}

/// One after loading, one after computing.
inline gate_verdict barriers_gate(const test_case& one, const traffic_counts& submission,
                                  const traffic_counts& baseline) {
  const problem p = problem_of(one);
  const bool several_tiles = static_cast<double>(grader::launches_of(submission).blocks) <
                             std::ceil(p.I / p.tile) * std::ceil(p.K / p.tile);
  const double phases = std::ceil(p.J / p.tile);
  const bool one_phase_more =
      phases * p.tile == p.J &&
      static_cast<double>(submission.barriers_per_block) == 2 * (phases + 1);
  const std::string rounded =
      one_phase_more
          ? fmt::format("two barriers in each of {0} phases are so many, and J = {1} needs {2}. Is "
                        "their number rounded up once too often, as J / {3} + 1 is where J is a "
                        "multiple of {3}? (J + {3} - 1) / {3} is right for all. If it is: ",
                        phases + 1, p.J, phases, p.tile)
          : "";
  return at_most(
      "barriers a block", submission.barriers_per_block, 2 * phases, baseline.barriers_per_block,
      rounded + (several_tiles ? "a block makes several tiles of P here, one after the other, with "
                                 "barriers for each: launch a block for each tile"
                               : "two barriers in each phase are enough: one after loading, one "
                                 "after computing"));
}

inline gate_verdict all_gates(const test_case& one, const traffic_counts& submission,
                              const traffic_counts& baseline) {
  if (one.is_sampled())
    return loads_gate(one, submission, baseline);
  const gate_verdict requests =
      both(loads_gate(one, submission, baseline), stores_gate(one, submission, baseline));
  gate_verdict all = both(requests, both(conflicts_gate(one, submission, baseline),
                                         barriers_gate(one, submission, baseline)));
  if (const std::string tile = other_tile(problem_of(one), submission);
      !requests.passed && !tile.empty())
    all.next = tile;
  return all;
}

/// The tiles of exercise 3 lie in memory that the launch asks for.
inline gate_verdict dynamic_gates(const test_case& one, const traffic_counts& submission,
                                  const traffic_counts& baseline) {
  if (submission.dynamic_shared_bytes == 0)
    return {false,
            "no launch asks for dynamic shared memory",
            "exercise 3 wants one kernel for "
            "every tile: extern __shared__ without a size, and the size in bytes as the third "
            "value in <<<...>>>",
            {}};
  if (2 * submission.dynamic_shared_requests <
      submission.shared_load_requests + submission.shared_store_requests)
    return {false,
            fmt::format("{} bytes of dynamic shared memory are asked for, and the tiles lie in "
                        "memory of a fixed size",
                        grader::grouped(submission.dynamic_shared_bytes)),
            "a __shared__ array with a size is static, whatever the launch asks for: exercise 3 "
            "wants both tiles in one extern __shared__ array without a size",
            {}};
  return all_gates(one, submission, baseline);
}

} // namespace cudalab::lab04
