// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 03 asks of a kernel's memory traffic: sectors of 32 bytes for each request of a warp.
///
/// A warp of a 16 x 16 block covers two rows of 16 elements. With x along a row it needs, for each
/// j, 2 sectors of M (one element in each of two rows) and 2 of N (16 neighbours in one row): 2 a
/// request. With x and y exchanged it needs 16 of M and 1 of N: 8.5. Rows that do not begin at a
/// multiple of 32 bytes cost one sector more; other shapes of blocks stay below the bound too (32 x
/// 8: 1 of M and 5 of N).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/compare/words.h"
#include "grader/lab.h"

namespace cudalab::lab03 {

using grader::gate_verdict;
using grader::test_case;
using grader::traffic_counts;

inline constexpr double most_load_sectors = 3.5;  ///< counted: 2.0 to 2.6
inline constexpr double most_store_sectors = 6.5; ///< counted: 4.0 to 5.4

inline gate_verdict sectors_per_request(const std::string& what, std::uint64_t sectors,
                                        std::uint64_t requests, double most, double given,
                                        const std::string& next) {
  if (requests == 0)
    return {false,
            "the kernel makes no global " + what + " at all",
            "make the product right first",
            {}};
  const double counted = static_cast<double>(sectors) / static_cast<double>(requests);
  gate_verdict verdict;
  verdict.passed = counted <= most;
  verdict.message =
      fmt::format("{:.1f} sectors of 32 bytes for each {} of a warp, {} {} (the given kernel: "
                  "{:.1f})",
                  counted, what, verdict.passed ? "allowed" : "but at most", most, given);
  verdict.next = verdict.passed ? "" : next;
  verdict.data[what + "_sectors_per_request"] = {
      {"counted", counted}, {"allowed", most}, {"given", given}};
  return verdict;
}

inline double ratio(std::uint64_t sectors, std::uint64_t requests) {
  return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
}

/// Rows and columns of P, filled up to whole blocks of 16 x 16.
inline double threads_of(const test_case& one) {
  const auto filled = [&](const char* side) {
    return std::ceil(one.number(side).value_or(0) / 16) * 16;
  };
  return filled("I") * filled("K");
}

/// The most threads that blocks of so many threads have where they cover P, whatever their sides
/// are: of blocks of 128 x 4, most have no element where P is narrow.
inline double most_in_whole_blocks(const test_case& one, std::size_t threads_of_block) {
  const auto filled = [&one](const char* side, std::size_t block) {
    const auto of = static_cast<double>(block);
    return std::ceil(one.number(side).value_or(0) / of) * of;
  };
  double most = 0;
  for (std::size_t width = 1; width <= threads_of_block; ++width)
    if (threads_of_block % width == 0)
      most = std::max(most, filled("K", width) * filled("I", threads_of_block / width));
  return most;
}

/// Twice as many are allowed.
inline double threads_needed(const test_case& one, const traffic_counts& submission) {
  double needed = threads_of(one);
  for (const auto& kernel : submission.kernels)
    needed = std::max(
        needed, most_in_whole_blocks(one, kernel.value("threads_per_block", std::size_t{1})) / 2);
  return needed;
}

inline std::size_t elements_of(const test_case& one) {
  for (const auto& argument : one.call().arguments)
    if (const auto* buffer = std::get_if<protocol::buffer_argument>(&argument))
      if (buffer->name == "d_P")
        return buffer->elements;
  return 0;
}

/// Loads of what is neither M nor N, such as sizes in memory of the student's own, where a thread
/// makes only a few of them. They are no values that are loaded over and over.
inline std::size_t few_other_loads(const traffic_counts& submission) {
  constexpr std::size_t few = 8;
  std::size_t all = 0;
  for (const nlohmann::json* line : grader::lines_of(submission, "global", "load")) {
    const std::string object =
        line->value("example", nlohmann::json::object()).value("object", "d_M");
    if (object != "d_M" && object != "d_N" && object != "d_P" && !object.empty())
      all += line->value("lanes", std::size_t{0});
  }
  return all <= few * grader::launches_of(submission).threads ? all : 0;
}

/// A thread that works far more than its element needs. Nothing: none does.
/// @param does "load" or "store" @param needed, allowed of all threads @param why so many are
inline std::optional<gate_verdict> too_often(const traffic_counts& submission,
                                             const std::string& does, double needed, double allowed,
                                             const std::string& why, const std::string& next) {
  const std::size_t seen = grader::accesses_of_threads(submission, "global", does) -
                           (does == "load" ? few_other_loads(submission) : 0);
  if (static_cast<double>(seen) <= allowed)
    return std::nullopt;
  gate_verdict verdict{false,
                       fmt::format("the threads {} {} times, and {} are enough: {}", does,
                                   grader::grouped(seen),
                                   grader::grouped(static_cast<std::size_t>(needed)), why),
                       next,
                       {}};
  verdict.data[does + "s_of_threads"] = {{"counted", seen}, {"allowed", allowed}};
  return verdict;
}

/// Values may be loaded ahead, also where there is no next one, and by threads without an element.
inline std::optional<gate_verdict> loaded_too_often(const test_case& one,
                                                    const traffic_counts& submission) {
  constexpr double most_times = 1.5;
  const double of_each = 2 * one.number("J").value_or(0),
               needed = of_each * static_cast<double>(elements_of(one)),
               of_all = of_each * static_cast<double>(grader::launches_of(submission).threads);
  return too_often(submission, "load", needed, std::max(most_times * needed, of_all),
                   "one of M and one of N for each product",
                   "Does a thread load the same value several times for a product, or make a sum "
                   "anew that it has already? One loop over j makes the sum.");
}

inline std::optional<gate_verdict> stored_too_often(const test_case& one,
                                                    const traffic_counts& submission) {
  const auto needed = static_cast<double>(elements_of(one));
  return too_often(submission, "store", needed, 2 * needed, "one for each element of P",
                   "Add up in a variable of the thread, which lies in a register, and store it "
                   "once, after the loop over j.");
}

/// All of P is made again by another launch. (A second launch may make a part of P, or set it to 0
/// first: then not both loads and stores are twice what is needed.)
inline std::optional<gate_verdict> made_again(const test_case& one,
                                              const traffic_counts& submission) {
  const grader::launched all = grader::launches_of(submission);
  const auto elements = static_cast<double>(elements_of(one));
  const double stores =
      static_cast<double>(grader::accesses_of_threads(submission, "global", "store")) / elements;
  const double loads =
      static_cast<double>(grader::accesses_of_threads(submission, "global", "load")) /
      (2 * one.number("J").value_or(0) * elements);
  if (all.launches < 2 || stores < 2 || loads < 2)
    return std::nullopt;
  gate_verdict verdict{
      false,
      fmt::format("{} make each element of P {:.0f} times",
                  grader::counted(all.launches, "launches"), std::floor(std::min(loads, stores))),
      "One launch makes all of P. Is another one left from trying something out, or from "
      "measuring, where a first launch only warms up?",
      {}};
  verdict.data["launches"] = {{"counted", all.launches}, {"allowed", 1}};
  return verdict;
}

/// What the threads of a warp should do, by what those of its worst request did.
/// @param does "read" or "store" @param row "a row of P", which is the one to be along
inline std::string side_by_side(const test_case& one, const traffic_counts& submission,
                                const std::string& operation, const std::string& does,
                                const std::string& row) {
  const std::string wanted =
      fmt::format("the threads of a warp should {} neighbours in {}", does, row);
  const auto seen = grader::neighbours_in(submission, "global", operation);
  if (!seen || !seen->apart || seen->bytes <= 0)
    return wanted + ": let threadIdx.x count columns";
  const auto columns = static_cast<std::int64_t>(
      one.number(seen->object == "d_M" ? "J" : "K").value_or(0) * sizeof(float));
  const std::int64_t apart = std::abs(*seen->apart);
  if (apart != 0 && columns != 0 && apart % columns == 0)
    return fmt::format("x and y are exchanged: let threadIdx.x count columns, so that the threads "
                       "of a warp {} neighbours in {}",
                       does, row);
  if (apart == seen->bytes && seen->block_width < 32)
    return fmt::format(
        "neighbouring threads {} neighbours, but a block is only {} threads wide: a warp has "
        "pieces of {} elements in {} rows, and a piece that does not begin at a multiple of 32 "
        "bytes costs a sector more. Make the blocks wider, 16 or 32 threads along x",
        does, seen->block_width, seen->block_width,
        (32 + seen->block_width - 1) / seen->block_width);
  constexpr unsigned half_a_warp = 16;
  if (apart == 0 && seen->block_width < half_a_warp)
    return fmt::format(
        "threadIdx.x counts columns, but a block is only {0} thread{1} wide: a warp stands in {2} "
        "rows, and reads elements of {2} rows of M. Make the blocks wider, 16 or 32 threads along "
        "x",
        seen->block_width, seen->block_width == 1 ? "" : "s",
        (32 + seen->block_width - 1) / seen->block_width);
  const std::int64_t down =
      columns == 0 ? 0 : (*seen->apart > 0 ? 1 : -1) * ((apart + columns / 2) / columns);
  if (seen->object == "d_N" && down != 0 && *seen->apart - down * columns == seen->bytes)
    return fmt::format("threads with neighbouring threadIdx.x read neighbouring columns of {}, but "
                       "not in one row: the next one is {} row{} further {} (line {}). Let all "
                       "threads of a warp have the same j at the same time, and only the column "
                       "follow from threadIdx.x",
                       seen->object, std::abs(down), std::abs(down) == 1 ? "" : "s",
                       down > 0 ? "down" : "up", seen->line);
  if (apart > seen->bytes)
    return fmt::format("threads with neighbouring threadIdx.x {} elements of {} that are {} apart "
                       "(line {}): {}. How does the column follow from threadIdx.x?",
                       does, seen->object, apart / seen->bytes, seen->line, wanted);
  return wanted + ": let threadIdx.x count columns";
}

inline gate_verdict loads_gate(const test_case& one, const traffic_counts& submission,
                               const traffic_counts& given) {
  const std::size_t seen = grader::launches_of(submission).threads, elements = elements_of(one);
  if (seen < elements)
    return {false,
            fmt::format("{} for {} elements of P", grader::counted(seen, "threads"),
                        grader::grouped(elements)),
            "A thread makes several elements, one after the other, while the device could make "
            "them at once: launch a thread for each element of P.",
            {}};
  if (const auto again = made_again(one, submission))
    return *again;
  if (const auto often = loaded_too_often(one, submission))
    return *often;
  const gate_verdict threads = grader::not_many_threads(
      submission, threads_needed(one, submission),
      "most of them find no element of P: the grid needs K / 16 blocks along x and I / 16 along y, "
      "rounded up");
  return grader::both(
      threads, sectors_per_request("load", submission.global_load_sectors,
                                   submission.global_load_requests, most_load_sectors,
                                   ratio(given.global_load_sectors, given.global_load_requests),
                                   side_by_side(one, submission, "load", "read", "a row of N")));
}

inline gate_verdict stores_gate(const test_case& one, const traffic_counts& submission,
                                const traffic_counts& given) {
  if (const auto often = stored_too_often(one, submission))
    return *often;
  return sectors_per_request("store", submission.global_store_sectors,
                             submission.global_store_requests, most_store_sectors,
                             ratio(given.global_store_sectors, given.global_store_requests),
                             side_by_side(one, submission, "store", "store", "a row of P"));
}

} // namespace cudalab::lab03
