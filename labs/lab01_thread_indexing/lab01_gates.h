// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 01 asks of launches: that the device does the work, with the threads that were meant.
#pragma once

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/lab.h"

namespace cudalab::lab01 {

using grader::counted;
using grader::gate_verdict;
using grader::launched;
using grader::launches_of;
using grader::test_case;
using grader::traffic_counts;

/// Neighbours read 4 sectors of 32 bytes a warp, or 5 (counted: 4.0); threads that each work
/// through a piece of their own read up to 32.
inline constexpr double most_load_sectors = 6;

inline std::size_t value_of(const test_case& one, const std::string& name) {
  return static_cast<std::size_t>(one.number(name).value());
}

inline gate_verdict failed(const std::string& message, const std::string& next) {
  return {false, message, next, {}};
}

/// vec_add: a thread for each element.
inline gate_verdict threads_gate(const test_case& one, const traffic_counts& submission,
                                 const traffic_counts&) {
  const launched seen = launches_of(submission);
  const std::size_t n = value_of(one, "n");
  if (seen.launches == 0)
    return failed("c is right, but no kernel was launched: the host made the sums",
                  "The host only copies; let the kernel add, with <<<blocks, threads>>>.");
  gate_verdict verdict;
  verdict.passed = seen.threads >= n;
  verdict.message =
      fmt::format("{} for {}", counted(seen.threads, "threads"), counted(n, "elements"));
  verdict.data["threads"] = {{"counted", seen.threads}, {"at_least", n}};
  if (!verdict.passed)
    verdict.next =
        one.is_sampled()
            ? "Does the grid have a largest number of blocks, or one that does not fit "
              "its type, or that is computed in float, which holds whole numbers only up to "
              "2^24 = 16,777,216? Each element needs a thread, however many there are."
            : "There are fewer threads than elements, so that a thread makes several, one after "
              "the other, while the device could do it at once: launch a thread for each element, "
              "and let it make that one alone.";
  return verdict;
}

/// block_and_thread: the 32 threads of a warp store together, twice. (Twice as many: a branch may
/// divide them.)
inline gate_verdict own_numbers_gate(const test_case&, const traffic_counts& submission,
                                     const traffic_counts&) {
  constexpr std::uint64_t warps = call_blocks * call_threads / 32, most = 2 * 2 * warps;
  const std::uint64_t seen = submission.global_store_requests;
  gate_verdict verdict;
  verdict.passed = seen <= most;
  verdict.message = fmt::format("{} for {} warps", counted(seen, "global store requests"), warps);
  verdict.data["store_requests"] = {{"counted", seen}, {"allowed", most}};
  if (!verdict.passed)
    verdict.next =
        "The threads of a warp that store at the same time make one request for each array: here "
        "they store one after the other. Does a thread store for others, or does each wait for its "
        "turn? Each stores its own two numbers at once: no loop and no barrier is needed.";
  return verdict;
}

/// Blocks that a grid may have along y or z.
inline constexpr std::size_t most_along_y = 65535;

/// saxpy_grid_stride: just the given blocks, and neighbouring threads take
/// neighbouring elements.
inline gate_verdict stride_gate(const test_case& one, const traffic_counts& submission,
                                const traffic_counts&) {
  const launched seen = launches_of(submission);
  const std::size_t blocks = value_of(one, "blocks");
  if (seen.launches != 1)
    return failed(
        fmt::format("{} launches, where one is asked for", seen.launches),
        "One launch is enough: a loop in the kernel, in steps of all threads of the grid, reaches "
        "every element, those of the last round as well. No further launch is needed.");
  if (seen.blocks != blocks)
    return failed(
        fmt::format("{} {} launched, and {} asked for", counted(seen.blocks, "blocks"),
                    seen.blocks == 1 ? "was" : "were", blocks),
        seen.blocks > blocks && blocks > most_along_y
            ? "Launch `blocks` blocks, and no more. Is the grid made in two dimensions, whose "
              "product is larger? Along x a grid may have 2^31 - 1 blocks. Or does a static "
              "variable keep what an earlier call asked for?"
        : seen.blocks == most_along_y
            ? "Launch `blocks` blocks, however many: along x a grid may have 2^31 - 1 of them. "
              "65,535 is the most along y and z."
            : "Launch `blocks` blocks, as many as this call asks for, whatever n is, and whatever "
              "an earlier call asked for (a static variable keeps what it got in the first one): "
              "the loop in the kernel reaches the rest.");
  const double sectors =
      static_cast<double>(submission.global_load_sectors) /
      static_cast<double>(std::max<std::uint64_t>(1, submission.global_load_requests));
  gate_verdict verdict;
  verdict.passed = sectors <= most_load_sectors;
  verdict.message = fmt::format("{}; 32 threads that read together touch {:.1f} pieces of "
                                "32 bytes, {} {}",
                                counted(seen.blocks, "blocks"), sectors,
                                verdict.passed ? "allowed" : "but at most", most_load_sectors);
  verdict.data["load_sectors_per_request"] = {{"counted", sectors}, {"allowed", most_load_sectors}};
  if (!verdict.passed)
    verdict.next = "Each thread works through a piece of its own, far from its neighbours'. Let "
                   "thread i begin with element i and go on in steps of all threads of the grid "
                   "(lab 03 shows what the difference costs).";
  return verdict;
}

} // namespace cudalab::lab01
