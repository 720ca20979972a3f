// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/host_work.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t small_copy = 1024; // bytes

} // namespace

std::optional<host_work> done_on_host(const test_case& one, const case_outcome& outcome) {
  std::size_t input_bytes = 0;
  std::string names;
  for (std::size_t i = 0; i < one.call().arguments.size(); ++i) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&one.call().arguments[i]);
    if (buffer == nullptr || buffer->direction == protocol::direction::output)
      continue;
    if (buffer->space == protocol::memory_space::host)
      return std::nullopt; // copying is part of the task
    input_bytes += one.content(i).size();
    names += (names.empty() ? "" : ", ") + buffer->name;
  }
  if (input_bytes == 0) // it has nothing that could be worked on elsewhere
    return std::nullopt;
  if (outcome.copied_to_host <= std::max(small_copy, input_bytes / 4))
    return std::nullopt;
  return host_work{
      fmt::format("the function takes {} bytes from the device to the host, and its input has {}: "
                  "that is the host's work, not a kernel's",
                  grouped(outcome.copied_to_host), grouped(input_bytes)),
      fmt::format("The arrays are on the device already: let a kernel read {} there and store the "
                  "result there. No cudaMemcpy and no managed memory are needed.",
                  names)};
}

} // namespace cudalab::grader
