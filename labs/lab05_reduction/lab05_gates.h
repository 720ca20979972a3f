// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 05 asks of a kernel's traffic. Bounds follow from counting, for whatever block size the
/// student chose; the given tree kernel's figures stand beside them.
///
/// A function may use more than one kernel (a second pass over the blocks' sums): the gates look at
/// the one that reads the array.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/cases/gates.h"
#include "grader/compare/words.h"
#include "grader/lab.h"

namespace cudalab::lab05 {

using grader::at_most;
using grader::both;
using grader::gate_verdict;
using grader::test_case;
using grader::traffic_counts;

inline constexpr const char* given_name = "the given tree kernel";
inline constexpr double sectors_of_wide_load = 16; ///< 32 lanes, 16 bytes each, 32-byte sectors
/// The rest of the array and misaligned ends make a few narrow requests.
inline constexpr double least_sectors_per_load = 12;
/// A tree over T threads makes 2 shared loads a warp and round, as long as the warp has work.
/// Counted a warp: 2.6 to 3.1 with 512 and 256 threads, 4.3 with 128, 6.5 with 64. With neighbours
/// added first (tid % (2 * stride) == 0) every warp works in the first five rounds: 11.8.
inline constexpr double shared_loads_per_warp = 8;
/// A block of one warp cannot rest, and one of two hardly can: so many of a block are right anyway.
/// (A tree of four branches makes 20 with 64 threads, neighbours added first 23.)
inline constexpr double shared_loads_of_small_block = 21;

/// The kernel that reads the array.
struct reading_kernel {
  double blocks = 0, threads = 0, barriers = 0, load_requests = 0, load_sectors = 0;
  double stored_in_shared = 0; ///< by all lanes together, also by atomic operations
  int loads_in = 0;            ///< the line with most loads from global memory; 0: not known
  int gaps_in = 0; ///< the line whose loads touch most sectors in vain; 0: none does, or not known
  double sectors_with_gaps = 0, sectors_without = 0; ///< for a load in that line
};

inline double stored_in_shared(const nlohmann::json& kernel) {
  double lanes = 0;
  for (const auto& line : kernel.value("lines", nlohmann::json::array()))
    if (line.value("operation", "") != "load" && line.value("space", "") == "shared")
      lanes += line.value("lanes", 0.0);
  return lanes;
}

inline int line_with_most_loads(const nlohmann::json& kernel) {
  int line_of_most = 0;
  double most = 0;
  for (const auto& line : kernel.value("lines", nlohmann::json::array()))
    if (line.value("operation", "") == "load" && line.value("space", "") == "global" &&
        line.value("requests", 0.0) > most) {
      most = line.value("requests", 0.0);
      line_of_most = line.value("line", 0);
    }
  return line_of_most;
}

/// Half as many sectors again as needed, or more: not for a part that begins within a sector.
inline void look_for_gaps(const nlohmann::json& kernel, reading_kernel& found) {
  constexpr double in_vain = 1.5;
  double most = 0;
  for (const auto& line : kernel.value("lines", nlohmann::json::array())) {
    const double sectors = line.value("sectors", 0.0), least = line.value("least_sectors", 0.0);
    const double requests = line.value("requests", 0.0);
    if (line.value("operation", "") != "load" || line.value("space", "") != "global" ||
        requests <= 0 || sectors < in_vain * least || sectors - least <= most)
      continue;
    most = sectors - least;
    found.gaps_in = line.value("line", 0);
    found.sectors_with_gaps = sectors / requests;
    found.sectors_without = least / requests;
  }
}

inline reading_kernel reader_of(const traffic_counts& counts) {
  reading_kernel found;
  for (const auto& kernel : counts.kernels) {
    const auto& totals = kernel.at("totals");
    const double requests = totals.value("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 0.0);
    if (requests <= found.load_requests)
      continue;
    found.load_requests = requests;
    found.load_sectors = totals.value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0.0);
    found.barriers = totals.value("barriers_per_block_max", 0.0);
    found.blocks = kernel.value("blocks", 0.0);
    found.threads = kernel.value("threads_per_block", 0.0);
    found.stored_in_shared = stored_in_shared(kernel);
    found.loads_in = line_with_most_loads(kernel);
    found.gaps_in = 0;
    look_for_gaps(kernel, found);
  }
  return found;
}

inline double numbers_of(const test_case& one) {
  return one.number("n").value_or(0);
}

inline gate_verdict loads_nothing() {
  return {false, "no kernel loads from global memory", "make the sum right first", {}};
}

inline std::uint64_t whole(double count) {
  return static_cast<std::uint64_t>(count);
}

inline gate_verdict conflicts_gate(const traffic_counts& counts) {
  return grader::no_conflicts(
      counts, "threads with neighbouring threadIdx.x should use neighbouring elements of 4 bytes: "
              "add element tid + stride to element tid, with strides from large to small. (Of a "
              "structure that is larger, give each part an array of its own.)");
}

/// Every number is loaded once: n / 32 requests, and one more a block for a part of a warp.
inline gate_verdict loads_gate(const test_case& one, const reading_kernel& mine,
                               const traffic_counts& given) {
  return at_most("global load requests", whole(mine.load_requests),
                 std::ceil(numbers_of(one) / 32) + mine.blocks, given.global_load_requests,
                 "load each number once, and let threads with neighbouring threadIdx.x load "
                 "neighbours",
                 given_name);
}

/// Each number once: sectors see what requests do not, the same memory read twice.
/// Warps that begin between two sectors touch one more: 17 for 16 with loads of 16 bytes.
inline constexpr double sectors_to_spare = 1.1;

/// Of lanes of a warp that load numbers with gaps between them. Empty: they do not.
inline std::string words_for_gaps(const reading_kernel& mine) {
  if (mine.gaps_in == 0)
    return "";
  return fmt::format(
      "in line {} a load of a warp touches {:.0f} sectors of 32 bytes, and what it loads would fit "
      "into {:.0f}: its threads leave gaps, which other loads fetch from the same sectors. In each "
      "load, thread t + 1 must take the number just behind that of thread t",
      mine.gaps_in, mine.sectors_with_gaps, mine.sectors_without);
}

/// @param spare so many sectors for one: 1 where none may be loaded twice
inline gate_verdict sectors_gate(const test_case& one, const reading_kernel& mine,
                                 const traffic_counts& given, double spare,
                                 const std::string& next) {
  const std::string gaps = words_for_gaps(mine);
  return at_most("global load sectors", whole(mine.load_sectors),
                 std::ceil(numbers_of(one) / 8) * spare + mine.blocks + 4,
                 given.global_load_sectors, gaps.empty() ? next : gaps, given_name);
}

inline constexpr const char* load_neighbours =
    "threads with neighbouring threadIdx.x should load neighbours, and each number once";
inline constexpr const char* load_four_at_once =
    "each sector of 32 bytes is loaded several times: threads take one number of four, and the "
    "other three in further loads. Take all four in one load of 16 bytes: as an int4, or as a "
    "structure with alignas(16), which int4 has; without it nvcc loads each member by itself";
/// Of two numbers a thread the second ones can begin in the middle of a sector.
inline constexpr const char* begin_with_a_sector =
    "threads with neighbouring threadIdx.x should load neighbours, and each number once; what a "
    "warp loads should begin at a multiple of 8 numbers, or it shares a sector of 32 bytes with "
    "the warp before it";

/// Atomic operations end a sum. They do not replace the tree: operations on one element wait for
/// each other.
inline gate_verdict atomics_gate(const traffic_counts& counts, const reading_kernel& mine,
                                 const traffic_counts& given) {
  const std::uint64_t lanes = grader::accesses_of_threads(counts, "global", "atomic");
  std::uint64_t in_shared = 0;
  int shared_line = 0;
  for (const nlohmann::json* line : grader::lines_of(counts, "shared", "atomic"))
    if (line->value("worst_conflict", 1) > 1) {
      in_shared += line->value("lanes", std::uint64_t{0});
      shared_line = line->value("line", 0);
    }
  const double allowed = std::max(mine.blocks, 1.0);
  const bool is_for_shared = static_cast<double>(lanes) <= allowed && in_shared != 0;
  return at_most(
      "atomic operations", lanes + in_shared, allowed, whole(reader_of(given).blocks),
      is_for_shared
          ? fmt::format("{} atomic operations are on shared memory (line {}): several lanes of a "
                        "warp use one element there, or elements of one bank, and wait "
                        "for each other. Add up what a warp has without atomics; then "
                        "one of its lanes has the sum",
                        grader::grouped(in_shared), shared_line)
          : "one atomic operation a block is enough: add up the block's numbers first, "
            "without atomics",
      given_name);
}

/// One barrier after loading, one after each halving, and one to spare.
inline gate_verdict tree_barriers_gate(const reading_kernel& mine, const traffic_counts& given) {
  return at_most("barriers a block", whole(mine.barriers),
                 std::log2(std::max(mine.threads, 1.0)) + 2, given.barriers_per_block,
                 "a tree over T threads has log2(T) rounds: one barrier after loading and one "
                 "after each round are enough",
                 given_name);
}

/// Warps without work stand aside: from large strides to small ones whole warps fall out.
inline gate_verdict idle_warps_gate(const traffic_counts& counts, const reading_kernel& mine,
                                    const traffic_counts& given) {
  return at_most(
      "shared load requests", counts.shared_load_requests,
      mine.blocks * std::max(shared_loads_of_small_block,
                             shared_loads_per_warp * std::ceil(mine.threads / 32)),
      given.shared_load_requests,
      "in every round all warps still have threads at work: let the first threads of the "
      "block add, tid < stride with strides from large to small, so that whole warps "
      "have nothing to do",
      given_name);
}

/// What to look at where there is just one block too many, as n / size + 1 gives for multiples of
/// `size`. Empty: it is not so, or there are so few that fewer numbers a thread explain it as well.
/// @param size numbers that a block takes
inline std::string one_block_too_many(double n, double size, const reading_kernel& mine) {
  constexpr double fewest_blocks = 4;
  if (std::fmod(n, size) != 0 || n / size < fewest_blocks || mine.blocks != n / size + 1)
    return "";
  return fmt::format("one block too many: n = {:g} is just {:g} times {:g}. How is the number of "
                     "blocks rounded up? With (n + {:g}) / {:g} it is right, and n / {:g} + 1 is "
                     "one more where nothing is left over",
                     n, n / size, size, size - 1, size, size);
}

/// `numbers` a thread at least, in whole blocks.
inline gate_verdict threads_gate(const test_case& one, const reading_kernel& mine, double numbers,
                                 const traffic_counts& given, const std::string& next) {
  const double n = numbers_of(one), size = numbers * std::max(mine.threads, 1.0);
  const std::string one_more = one_block_too_many(n, size, mine);
  return at_most("blocks", whole(mine.blocks), std::max(1.0, std::ceil(n / size)),
                 whole(reader_of(given).blocks), one_more.empty() ? next : one_more, given_name);
}

/// Of a call whose blocks run in part: as many loads by each block of one kernel are enough for the
/// whole array. Which blocks ran is not known here, so that each may have loaded less than is said.
inline gate_verdict whole_array_gate(const test_case& one, const traffic_counts& mine) {
  constexpr double fewest_run = 3, numbers_a_sector = 8;
  constexpr double enough = 0.6; // the last of the blocks may have few numbers
  double most = -1, blocks = 0, of_a_block = 0;
  for (const auto& kernel : mine.kernels) {
    const double sectors =
        kernel.at("totals").value("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0.0);
    const double numbers = sectors * numbers_a_sector / fewest_run;
    const double launched = kernel.value("blocks", 0.0);
    if (numbers * launched <= most)
      continue;
    most = numbers * launched;
    blocks = launched;
    of_a_block = numbers;
  }
  gate_verdict verdict;
  verdict.passed = most >= enough * numbers_of(one);
  verdict.message = grader::counted(whole(blocks), "blocks");
  if (!verdict.passed) {
    verdict.message +=
        fmt::format(", each of which loads at most {} numbers: not all {} are loaded",
                    grader::grouped(whole(of_a_block)), grader::grouped(whole(numbers_of(one))));
    verdict.next =
        "Does the grid have a largest number of blocks? Along x it may have 2^31 - 1. Or "
        "let each thread go on to further numbers, in a loop.";
  }
  return verdict;
}

inline gate_verdict tree_gate(const test_case& one, const traffic_counts& mine,
                              const traffic_counts& given, double sectors_for_one,
                              const std::string& next) {
  const reading_kernel reader = reader_of(mine);
  if (reader.load_requests == 0)
    return loads_nothing();
  return both(both(conflicts_gate(mine), idle_warps_gate(mine, reader, given)),
              both(both(tree_barriers_gate(reader, given), atomics_gate(mine, reader, given)),
                   both(loads_gate(one, reader, given),
                        sectors_gate(one, reader, given, sectors_for_one, next))));
}

inline gate_verdict one_a_thread_gate(const test_case& one, const traffic_counts& mine,
                                      const traffic_counts& given) {
  if (one.is_sampled())
    return whole_array_gate(one, mine);
  return tree_gate(one, mine, given, sectors_to_spare, load_neighbours);
}

inline constexpr const char* two_a_thread =
    "each thread should load two numbers and add them before the tree: that halves the blocks";

inline gate_verdict two_gate(const test_case& one, const traffic_counts& mine,
                             const traffic_counts& given) {
  const reading_kernel reader = reader_of(mine);
  if (reader.load_requests == 0)
    return loads_nothing();
  if (one.is_sampled())
    return whole_array_gate(one, mine);
  return both(threads_gate(one, reader, 2, given, two_a_thread),
              tree_gate(one, mine, given, 1, begin_with_a_sector));
}

inline gate_verdict few_barriers_gate(const reading_kernel& mine, const traffic_counts& given) {
  return at_most(
      "barriers a block", whole(mine.barriers), 2, given.barriers_per_block,
      "lanes of a warp exchange values with shuffles and need no barrier; only the warps' "
      "sums go through shared memory, with one barrier",
      given_name);
}

/// A tree in shared memory needs no barriers where its threads are one warp: shuffles show in what
/// is not stored. The sum of a warp, or of each quarter, and zeros for the sums of a full block.
inline gate_verdict shuffled_gate(const reading_kernel& mine, const traffic_counts& given) {
  constexpr double numbers_of_a_warp = 8, zeros = 32;
  const double warps = mine.blocks * std::ceil(mine.threads / 32);
  const std::string next =
      mine.stored_in_shared < 32 * warps
          ? fmt::format("a warp stores {:.0f} numbers in shared memory, and at most {:.0f} are "
                        "allowed: let its lanes go on with __shfl_down_sync until few of them have "
                        "something to store, best only lane 0 with the sum",
                        mine.stored_in_shared / warps, numbers_of_a_warp)
          : "all numbers still go through shared memory, by a tree or by atomic operations: the "
            "lanes of a warp should add with __shfl_down_sync, and only the sum of each warp goes "
            "through shared memory";
  return at_most("numbers stored in shared memory", whole(mine.stored_in_shared),
                 mine.blocks * (numbers_of_a_warp * std::ceil(mine.threads / 32) + zeros),
                 whole(reader_of(given).stored_in_shared), next, given_name);
}

inline gate_verdict shuffle_gate(const test_case& one, const traffic_counts& mine,
                                 const traffic_counts& given) {
  const reading_kernel reader = reader_of(mine);
  if (reader.load_requests == 0)
    return loads_nothing();
  if (one.is_sampled())
    return whole_array_gate(one, mine);
  return both(both(both(few_barriers_gate(reader, given), shuffled_gate(reader, given)),
                   conflicts_gate(mine)),
              both(both(threads_gate(one, reader, 2, given, two_a_thread),
                        atomics_gate(mine, reader, given)),
                   both(loads_gate(one, reader, given),
                        sectors_gate(one, reader, given, 1, begin_with_a_sector))));
}

/// The width of a load cannot be seen in the source; the sectors of a request show it.
inline gate_verdict wide_loads_gate(const reading_kernel& mine, const traffic_counts& given) {
  const double counted = mine.load_sectors / mine.load_requests;
  const reading_kernel theirs = reader_of(given);
  const double usual = theirs.load_requests == 0 ? 0 : theirs.load_sectors / theirs.load_requests;
  gate_verdict verdict;
  verdict.passed = counted >= least_sectors_per_load;
  verdict.message = fmt::format(
      "{:.1f} sectors of 32 bytes for each load of a warp{} ({}: {:.1f}; loads of 16 bytes side by "
      "side: {:.0f})",
      counted,
      verdict.passed ? ""
                     : fmt::format(", but at least {:.0f} are asked for", least_sectors_per_load),
      given_name, usual, sectors_of_wide_load);
  if (!verdict.passed)
    verdict.next = fmt::format(
        "{}load an int4 at a time, four numbers in one load of 16 bytes, with neighbouring threads "
        "loading neighbouring int4",
        mine.loads_in == 0 ? ""
                           : fmt::format("in this call most loads are in line {}. Whatever n is, ",
                                         mine.loads_in));
  verdict.data["load_sectors_per_request"] = {
      {"counted", counted}, {"least", least_sectors_per_load}, {"given", usual}};
  return verdict;
}

/// Exercise 5: all multiprocessors have work. (Of few numbers a few blocks are all there is.)
inline gate_verdict not_too_few_gate(const test_case& one, const reading_kernel& mine) {
  constexpr double most_numbers_a_thread = 32; // lab05.h
  const double threads = mine.blocks * mine.threads;
  const auto least = static_cast<std::uint64_t>(numbers_of(one) / most_numbers_a_thread);
  gate_verdict verdict;
  verdict.passed = threads >= static_cast<double>(least);
  verdict.message = fmt::format(
      "{} threads in {}{}", grader::grouped(whole(threads)),
      whole(mine.blocks) == 1 ? "one block" : grader::counted(whole(mine.blocks), "blocks"),
      verdict.passed ? "" : fmt::format(", but at least {} are asked for", grader::grouped(least)));
  if (!verdict.passed)
    verdict.next =
        "a multiprocessor with few threads waits for memory most of the time, and one "
        "without a block does nothing: launch more blocks, up to n / 8 threads in all, as "
        "long as the device can hold them";
  verdict.data["threads"] = {{"counted", whole(threads)}, {"least", least}};
  return verdict;
}

inline gate_verdict grid_stride_gate(const test_case& one, const traffic_counts& mine,
                                     const traffic_counts& given) {
  const reading_kernel reader = reader_of(mine);
  if (reader.load_requests == 0)
    return loads_nothing();
  const gate_verdict threads = threads_gate(
      one, reader, 8, given,
      "too many threads: launch at most n / 8, and let each of them go on by the number "
      "of threads in the grid until the array ends");
  constexpr double few_numbers = 1024; // whose few loads are mostly ends
  if (numbers_of(one) < few_numbers)
    return threads;
  // What a wide load takes at once, others take in four: each time the same sectors.
  const bool again = reader.load_sectors > 2 * numbers_of(one) / 8;
  return both(
      both(wide_loads_gate(reader, given),
           sectors_gate(one, reader, given, sectors_to_spare,
                        again ? load_four_at_once : load_neighbours)),
      both(threads, both(both(both(few_barriers_gate(reader, given), shuffled_gate(reader, given)),
                              atomics_gate(mine, reader, given)),
                         both(not_too_few_gate(one, reader), conflicts_gate(mine)))));
}

/// The same few blocks for few numbers and for many: why there are too few in the failed case.
/// Empty: it is not so, or something else is wrong there, too.
inline std::string same_grid_for_all(const std::vector<grader::judged_traffic>& all,
                                     std::size_t failed) {
  constexpr double clearly_more = 4;
  const auto& [one, mine, given] = all[failed];
  const reading_kernel reader = reader_of(mine);
  if (not_too_few_gate(*one, reader).passed || !wide_loads_gate(reader, given).passed)
    return "";
  double least = numbers_of(*one), most = least;
  for (const auto& each : all) {
    const reading_kernel its = reader_of(each.submission);
    if (its.load_requests == 0 || its.blocks != reader.blocks || its.threads != reader.threads)
      return "";
    least = std::min(least, numbers_of(*each.one));
    most = std::max(most, numbers_of(*each.one));
  }
  if (most < clearly_more * least)
    return "";
  return fmt::format(
      "each of these calls has {} of {:g} threads, for {} numbers as for {}: the number of blocks "
      "must follow from n, and be computed anew in each call. Is it a constant, or in a static "
      "variable? That one is set in the first call, by the n of that call, and never again",
      reader.blocks == 1 ? "one block" : grader::counted(whole(reader.blocks), "blocks"),
      reader.threads, grader::grouped(whole(least)), grader::grouped(whole(most)));
}

} // namespace cudalab::lab05
