// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 07 asks of a kernel's memory traffic: requests of a warp.
///
/// A float4 is loaded or stored by one request of 16 bytes a thread, its four floats by four. The
/// fountain needs two loads (position, state) and three stores (position, colour, state) for each
/// warp that has a particle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/gates.h"
#include "grader/lab.h"

namespace cudalab::lab07 {

using grader::gate_verdict;
using grader::test_case;
using grader::traffic_counts;

inline int number_of(const test_case& one, const std::string& name) {
  return static_cast<int>(one.number(name).value_or(1));
}

/// Warps of the launch in which at least one thread has a particle. Threads are numbered x first.
inline std::uint64_t busy_warps(int width, int height, int block_x, int block_y) {
  std::uint64_t busy = 0;
  for (int top = 0; top < height; top += block_y)
    for (int left = 0; left < width; left += block_x)
      for (int first = 0; first < block_x * block_y; first += 32) {
        bool any = false;
        for (int thread = first; thread < std::min(first + 32, block_x * block_y); ++thread)
          any = any || (left + thread % block_x < width && top + thread / block_x < height);
        busy += any;
      }
  return busy;
}

inline std::uint64_t busy_warps(const test_case& one) {
  int x = 1, y = 1;
  for (const auto& argument : one.call().arguments)
    if (const auto* vector = std::get_if<protocol::vector_argument>(&argument)) {
      x = static_cast<int>(vector->values.at(0));
      y = static_cast<int>(vector->values.at(1));
    }
  return busy_warps(number_of(one, "width"), number_of(one, "height"), x, y);
}

/// Lines that store in global memory, "31 to 34 and 60"; empty: not all store 16 bytes at once, or
/// they do not store just this many times in all threads together.
inline std::string whole_stores(const traffic_counts& submission, std::size_t elements) {
  std::size_t lanes = 0;
  std::set<int> lines;
  for (const auto& kernel : submission.kernels)
    for (const auto& line : kernel.value("lines", nlohmann::json::array())) {
      if (line.value("space", "") != "global" || line.value("operation", "") == "load")
        continue;
      const nlohmann::json example = line.value("example", nlohmann::json::object());
      if (line.value("operation", "") != "store" || example.value("bytes", 0) != 16)
        return "";
      lanes += line.value("lanes", std::size_t{0});
      lines.insert(line.value("line", 0));
    }
  std::vector<std::string> ranges;
  for (auto first = lines.begin(); first != lines.end();) {
    auto last = first;
    while (std::next(last) != lines.end() && *std::next(last) == *last + 1)
      ++last;
    ranges.push_back(first == last ? std::to_string(*first)
                                   : fmt::format("{} to {}", *first, *last));
    first = std::next(last);
  }
  return lanes == elements ? fmt::format("{}", fmt::join(ranges, ", ")) : "";
}

/// What is to be done about too many stores.
inline std::string store_once(const test_case& one, const traffic_counts& submission) {
  const auto particles =
      static_cast<std::size_t>(number_of(one, "width")) * number_of(one, "height");
  const std::string lines = whole_stores(submission, 3 * particles * number_of(one, "steps"));
  if (lines.empty() || lines.find_first_of(",t") == lines.npos)
    return "store whole float4s, once, when everything is computed: vbo[i] = position;";
  return fmt::format(
      "each particle is stored once, as whole float4s, but not in the same lines (it is lines {}): "
      "a warp whose threads come to different lines makes the stores of both. Let each branch only "
      "set the variables, and store once, after it, for all",
      lines);
}

/// Of the lines that load less than 16 bytes at once from global memory, the one with most requests
/// (of several the first), and the array: "line 30 loads d_state 4 bytes at a time". Empty: there
/// is none, or nobody knows which array it is.
inline std::string narrow_loads(const traffic_counts& submission) {
  constexpr std::size_t whole = 16;
  std::uint64_t most = 0;
  std::string words;
  for (const nlohmann::json* line : grader::lines_of(submission, "global", "load")) {
    const nlohmann::json example = line->value("example", nlohmann::json::object());
    const std::size_t bytes = example.value("bytes", whole);
    const std::uint64_t requests = line->value("requests", std::uint64_t{0});
    const std::string array = example.value("object", "");
    if (bytes >= whole || array.empty() || line->value("line", 0) == 0 || requests <= most)
      continue;
    most = requests;
    words =
        fmt::format("line {} loads {} {} bytes at a time", line->value("line", 0), array, bytes);
  }
  return words;
}

/// What is to be done about too many loads.
inline std::string load_once(const traffic_counts& submission) {
  const std::string narrow = narrow_loads(submission);
  return "load a whole float4 into a variable, once, and work with that: float4 position = "
         "vbo[i];" +
         (narrow.empty()
              ? ""
              : fmt::format(" Here {}: is what stands there such a variable? A reference "
                            "(float4&) and a pointer are none: all that is done with "
                            "them is done in memory",
                            narrow));
}

inline gate_verdict wide_gate(const test_case& one, const traffic_counts& submission,
                              const traffic_counts& given) {
  const auto warps = static_cast<double>(busy_warps(one));
  if (submission.global_store_requests == 0)
    return {
        false, "the kernel stores nothing in global memory", "make the fountain right first", {}};
  return grader::both(grader::at_most("global load requests", submission.global_load_requests,
                                      2 * warps, given.global_load_requests, load_once(submission),
                                      "one float at a time"),
                      grader::at_most("global store requests", submission.global_store_requests,
                                      3 * warps, given.global_store_requests,
                                      store_once(one, submission), "one float at a time"));
}

/// With tiles each position is loaded once a block, not once a warp and by each of its steps. 1/12
/// leaves room for blocks of 64 threads, for edges, for the particle's own numbers, and for several
/// threads that share a particle.
inline constexpr double gravity_share = 12;

/// A block has so few threads that it loads all positions again for them alone. Empty: that is not
/// why there are too many loads.
inline std::string small_blocks(const test_case& one, const traffic_counts& submission) {
  constexpr std::size_t few = 64, warp = 32;
  if (submission.kernels.size() != 1 || submission.shared_load_requests == 0)
    return "";
  const auto& kernel = submission.kernels.front();
  const std::size_t threads = kernel.value("threads_per_block", few),
                    blocks = kernel.value("blocks", std::size_t{0});
  const auto count = static_cast<std::size_t>(number_of(one, "count"));
  const std::size_t at_once = std::max<std::size_t>(1, std::min(threads, warp)),
                    warps = (threads + warp - 1) / warp;
  // A tile of the block's size, and the body's own position and state.
  const std::size_t expected = blocks * ((count + at_once - 1) / at_once + 2 * warps);
  if (threads >= few || submission.global_load_requests > expected)
    return "";
  return fmt::format("the blocks have {} threads, and each block loads all positions again: take "
                     "larger blocks, such as 256 threads, and tiles as large as they are",
                     threads);
}

/// The line where each block, or each of its warps, loads each position once, as for tiles, with
/// half a warp's threads or fewer at a time. Empty: there is none.
inline std::string few_load(const test_case& one, const traffic_counts& submission) {
  constexpr std::size_t warp = 32;
  if (submission.kernels.size() != 1 || submission.shared_load_requests == 0)
    return "";
  const auto& kernel = submission.kernels.front();
  const std::size_t blocks = kernel.value("blocks", std::size_t{0}),
                    threads = kernel.value("threads_per_block", std::size_t{0}),
                    count = static_cast<std::size_t>(number_of(one, "count"));
  for (const nlohmann::json* line : grader::lines_of(submission, "global", "load")) {
    const std::size_t lanes = line->value("lanes", std::size_t{0}),
                      requests = line->value("requests", std::size_t{0});
    const std::size_t warps = (threads + warp - 1) / warp;
    const bool each_warp = warps > 1 && lanes == blocks * warps * count;
    if (requests == 0 || (lanes != blocks * count && !each_warp) ||
        2 * lanes > requests * std::min(threads, warp))
      continue;
    const std::size_t at_once = lanes / requests;
    return fmt::format("in line {} each {} loads each position once, but only {} thread{} of a "
                       "warp at a time, and a block has {}. Let each thread load one position: a "
                       "tile has as many as a block has threads, or more{}",
                       line->value("line", 0), each_warp ? "warp" : "block", at_once,
                       at_once == 1 ? "" : "s", threads,
                       each_warp ? ", and all warps of the block use it" : "");
  }
  return "";
}

/// The line where each warp, which shares nothing with the others, loads all positions, and brings
/// half as many as it has lanes with a load, or fewer. Empty: there is none.
inline std::string few_brought(const test_case& one, const traffic_counts& submission) {
  constexpr std::size_t warp = 32;
  if (submission.kernels.size() != 1 || submission.shared_load_requests != 0)
    return "";
  const auto& kernel = submission.kernels.front();
  const std::size_t blocks = kernel.value("blocks", std::size_t{0}),
                    threads = kernel.value("threads_per_block", std::size_t{0}),
                    count = static_cast<std::size_t>(number_of(one, "count"));
  const std::size_t most_warps = blocks * ((threads + warp - 1) / warp),
                    fewest_warps = (count + warp - 1) / warp;
  for (const nlohmann::json* line : grader::lines_of(submission, "global", "load"))
    for (const std::size_t at_once : {16, 8, 4, 2}) {
      const std::size_t requests = line->value("requests", std::size_t{0}),
                        of_a_warp = (count + at_once - 1) / at_once;
      if (of_a_warp == 0 || requests % of_a_warp != 0 || requests / of_a_warp < fewest_warps ||
          requests / of_a_warp > most_warps)
        continue;
      return fmt::format("in line {} each warp has a load for every {} positions, though its 32 "
                         "lanes can bring 32 at once: let each lane load another one. Best let "
                         "each thread of the block load one into shared memory, and let all of "
                         "them use it from there",
                         line->value("line", 0), at_once);
    }
  return "";
}

inline gate_verdict tiles_gate(const test_case& one, const traffic_counts& submission,
                               const traffic_counts& given) {
  if (submission.global_load_requests == 0)
    return {false, "the kernel loads nothing from global memory", "make gravity right first", {}};
  std::string why = small_blocks(one, submission);
  if (why.empty())
    why = few_load(one, submission);
  if (why.empty())
    why = few_brought(one, submission);
  return grader::at_most(
      "global load requests", submission.global_load_requests,
      static_cast<double>(given.global_load_requests) / gravity_share, given.global_load_requests,
      why.empty() ? "let each thread of the block load one position into shared memory, and "
                    "let all of them use it from there"
                  : why);
}

} // namespace cudalab::lab07
