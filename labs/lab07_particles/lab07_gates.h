// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What lab 07 asks of a kernel's memory traffic: requests of a warp.
///
/// A float4 is loaded or stored by one request of 16 bytes a thread, its four floats by four. The
/// fountain needs two loads (position, state) and three stores (position, colour, state) for each
/// warp that has a particle.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

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

inline gate_verdict wide_gate(const test_case& one, const traffic_counts& submission,
                              const traffic_counts& given) {
  const auto warps = static_cast<double>(busy_warps(one));
  if (submission.global_store_requests == 0)
    return {
        false, "the kernel stores nothing in global memory", "make the fountain right first", {}};
  return grader::both(
      grader::at_most("global load requests", submission.global_load_requests, 2 * warps,
                      given.global_load_requests,
                      "load a whole float4 into a variable, once, and work with that: "
                      "float4 position = vbo[i];",
                      "one float at a time"),
      grader::at_most("global store requests", submission.global_store_requests, 3 * warps,
                      given.global_store_requests,
                      "store whole float4s, once, when everything is computed: vbo[i] = position;",
                      "one float at a time"));
}

/// With tiles each position is loaded once a block, not once a warp and by each of its steps. 1/12
/// leaves room for blocks of 64 threads, for edges, for the particle's own numbers, and for several
/// threads that share a particle.
inline constexpr double gravity_share = 12;

inline gate_verdict tiles_gate(const test_case&, const traffic_counts& submission,
                               const traffic_counts& given) {
  if (submission.global_load_requests == 0)
    return {false, "the kernel loads nothing from global memory", "make gravity right first", {}};
  return grader::at_most(
      "global load requests", submission.global_load_requests,
      static_cast<double>(given.global_load_requests) / gravity_share, given.global_load_requests,
      "let each thread of the block load one position into shared memory, and let all of them use "
      "it from there");
}

} // namespace cudalab::lab07
