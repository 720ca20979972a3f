// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/asked_launch.h"

#include <algorithm>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

/// "32", "3 x 2" or "3 x 2 x 4".
std::string sides(const std::array<unsigned, 3>& xyz) {
  if (xyz[2] != 1)
    return fmt::format("{} x {} x {}", xyz[0], xyz[1], xyz[2]);
  return xyz[1] != 1 ? fmt::format("{} x {}", xyz[0], xyz[1]) : grouped(std::size_t{xyz[0]});
}

bool is_one(const std::array<unsigned, 3>& xyz) {
  return xyz == std::array<unsigned, 3>{1, 1, 1};
}

std::string in_words(const protocol::launch_sizes& launch) {
  return fmt::format("{} block{} of {} thread{}", sides(launch.grid),
                     is_one(launch.grid) ? "" : "s", sides(launch.block),
                     is_one(launch.block) ? "" : "s");
}

} // namespace

std::optional<launch_fault> other_launch(const test_case& one, const case_outcome& outcome) {
  if (one.runs_on_gpu() || !one.must_launch())
    return std::nullopt;
  if (outcome.launches.empty())
    return launch_fault{"no_launch",
                        "the result is right, but no kernel was launched: the host did it",
                        "The host only copies; let a kernel do the work, with <<<blocks, "
                        "threads>>>, however little it is."};
  const auto& asked = one.asked_launch();
  if (!asked || std::any_of(outcome.launches.begin(), outcome.launches.end(),
                            [&](const protocol::launch_sizes& each) {
                              return each.grid == asked->grid && each.block == asked->block;
                            }))
    return std::nullopt;
  return launch_fault{
      "other_launch",
      fmt::format("the result is right, but the launch is another one: {}, where {} "
                  "are asked for",
                  in_words(outcome.launches.front()), in_words(*asked)),
      "Look at what stands in <<<blocks, threads>>>: first the blocks in the grid, "
      "then the threads in a block."};
}

} // namespace cudalab::grader
