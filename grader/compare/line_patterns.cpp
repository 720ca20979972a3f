// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>

#include <fmt/format.h>

#include "grader/compare/patterns.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t longest_step = 64;
constexpr std::size_t fewest_rounds = 4; ///< of a step: below, it may be chance
constexpr std::size_t fewest_in_a_row = 4;

bool has_a_line(const wrong_output& seen) {
  const auto& cells = seen.result.cells;
  return seen.wanted.shape.rows == 1 && seen.wanted.shape.members.empty() &&
         seen.result.unwritten == 0 && seen.result.unchecked == 0 && seen.result.right > 0 &&
         seen.result.wrong > 0 && !cells.empty();
}

std::string every(std::size_t first, std::size_t step) {
  return fmt::format("{}, {}, {}, ...", first, first + step, first + 2 * step);
}

std::string first_of(const wrong_output& seen) {
  const difference& first = seen.result.first.front();
  return fmt::format("; the first is at {}: expected {}, got {}",
                     place(seen.wanted, first.row, first.column), number_text(first.expected, 6),
                     number_text(first.got, 6));
}

} // namespace

std::optional<pattern> wrong_in_steps(const wrong_output& seen) {
  if (!has_a_line(seen))
    return {};
  const auto& cells = seen.result.cells;
  const auto repeats = [&cells](std::size_t step) {
    for (std::size_t i = step; i < cells.size(); ++i)
      if (cells[i] != cells[i - step])
        return false;
    return true;
  };
  for (std::size_t step = 2; step <= longest_step && fewest_rounds * step <= cells.size(); ++step) {
    if (!repeats(step))
      continue;
    const auto end = cells.begin() + static_cast<std::ptrdiff_t>(step);
    const auto wrong = static_cast<std::size_t>(std::count(cells.begin(), end, cell::wrong));
    const auto at = [&](cell state) {
      return static_cast<std::size_t>(std::find(cells.begin(), end, state) - cells.begin());
    };
    const std::string where =
        wrong == 1 ? "only the elements at " + every(at(cell::wrong), step) + " are wrong"
        : wrong + 1 == step
            ? "only the elements at " + every(at(cell::right), step) + " are right"
            : fmt::format("of every {} elements the same {} are wrong", step, wrong);
    return pattern{"wrong_in_steps",
                   fmt::format("{}: in {} {}{}", share(seen.result.wrong, seen.result.elements),
                               seen.name, where, first_of(seen)),
                   fmt::format("What is special at every {} elements: the number of elements that "
                               "one thread makes, or a step of an unrolled loop? Look at what "
                               "happens at its first and at its last one.",
                               step)};
  }
  return {};
}

std::optional<pattern> wrong_in_a_row(const wrong_output& seen) {
  if (!has_a_line(seen) || seen.result.wrong < fewest_in_a_row)
    return {};
  const auto& cells = seen.result.cells;
  const auto first = std::find(cells.begin(), cells.end(), cell::wrong);
  const auto last = std::find(cells.rbegin(), cells.rend(), cell::wrong).base();
  if (static_cast<std::size_t>(last - first) != seen.result.wrong)
    return {};
  const bool to_the_end = last == cells.end();
  return pattern{
      "wrong_in_a_row",
      fmt::format("{} of {} are wrong, all from index {} {}{}",
                  share(seen.result.wrong, seen.result.elements), seen.name,
                  grouped(static_cast<std::uint64_t>(first - cells.begin())),
                  to_the_end ? std::string("to the end")
                             : fmt::format("to {}", grouped(static_cast<std::uint64_t>(
                                                        last - cells.begin() - 1))),
                  first_of(seen)),
      fmt::format("Which block and which thread make the first wrong element? Do others write "
                  "there too, or is {} other than in the blocks before?",
                  to_the_end ? "the last block" : "that block")};
}

} // namespace cudalab::grader
