// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pictures/tree_data.h"

#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/pictures/case_values.h"

namespace cudalab::grader {

nlohmann::json tree_data(const finished_case& of, const std::string& input,
                         const std::string& output) {
  std::vector<double> level = input_of(of, input);
  const seen_output out = output_of(of, output);
  if (!std::has_single_bit(level.size()) || level.size() > most_leaves ||
      out.wanted->want.size() != 1)
    throw std::logic_error("a tree is shown of a few numbers, a power of two, and their sum");
  nlohmann::json levels = {level}, distances = nlohmann::json::array();
  while (level.size() > 1) {
    const std::size_t distance = level.size() / 2;
    for (std::size_t i = 0; i < distance; ++i)
      level[i] += level[i + distance];
    level.resize(distance);
    distances.push_back(distance);
    levels.push_back(level);
  }
  nlohmann::json data = {{"kind", "tree"},
                         {"title", fmt::format("{}, {}", of.one.call().function, of.one.name())},
                         {"levels", levels},
                         {"distances", distances},
                         {"expected", out.wanted->want.front()},
                         {"right", of.right}};
  if (!out.got.empty())
    data["got"] =
        out.cells.front() == cell::unwritten ? nlohmann::json() : nlohmann::json(out.got.front());
  return data;
}

} // namespace cudalab::grader
