// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/checks/judge_outputs.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "grader/compare/classify.h"

namespace cudalab::grader {

std::vector<output_fault> judge_outputs(const test_case& one,
                                        const std::map<std::string, std::vector<std::byte>>& got,
                                        bool read_unwritten) {
  std::vector<output_fault> faults;
  for (const protocol::argument& argument : one.call().arguments) {
    const auto* buffer = std::get_if<protocol::buffer_argument>(&argument);
    if (buffer == nullptr || buffer->direction == protocol::direction::input)
      continue;
    const std::size_t size = buffer->elements * protocol::size_of(buffer->type);
    const auto found = got.find(buffer->name);
    std::vector<std::byte> bytes;
    const bool there = found != got.end() && found->second.size() == size;
    if (there)
      bytes = found->second;
    else
      bytes.assign(size, std::byte{protocol::poison_byte});
    const expectation& wanted = one.expected(buffer->name);
    comparison result =
        compare(bytes, buffer->type, wanted, there && buffer->name == protocol::result_name);
    if (result.passed())
      continue;
    result.read_unwritten = read_unwritten;
    std::vector<double> values = values_of(bytes, buffer->type);
    pattern what = classify({buffer->name, values, result, wanted});
    for (difference& each : result.first)
      each.unwritten = each.unwritten && !read_unwritten;
    faults.push_back({buffer->name, std::move(what), std::move(values), std::move(result)});
    if (faults.back().what.id == "nothing_written")
      break;
  }
  return faults;
}

bool are_inputs(const test_case& one, const std::vector<std::string>& damaged) {
  return std::all_of(damaged.begin(), damaged.end(), [&](const std::string& name) {
    const auto& arguments = one.call().arguments;
    return std::any_of(arguments.begin(), arguments.end(), [&](const protocol::argument& each) {
      const auto* buffer = std::get_if<protocol::buffer_argument>(&each);
      return buffer != nullptr && buffer->name == name &&
             buffer->direction == protocol::direction::input;
    });
  });
}

std::string fence_words(const test_case& one, const std::vector<std::string>& damaged) {
  if (damaged.empty())
    return {};
  std::string names = damaged.front();
  for (std::size_t i = 1; i < damaged.size(); ++i)
    names += (i + 1 == damaged.size() ? " and " : ", ") + damaged[i];
  if (are_inputs(one, damaged))
    return fmt::format("{}, which may only be read, or memory just beside it, was overwritten",
                       names);
  return fmt::format("memory just before or after {} was overwritten", names);
}

} // namespace cudalab::grader
