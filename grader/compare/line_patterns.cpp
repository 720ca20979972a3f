// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <vector>

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
  return pattern{
      "wrong_in_a_row",
      fmt::format("{} of {} are wrong, all from index {} to {}{}",
                  share(seen.result.wrong, seen.result.elements), seen.name,
                  grouped(static_cast<std::uint64_t>(first - cells.begin())),
                  grouped(static_cast<std::uint64_t>(last - cells.begin() - 1)), first_of(seen)),
      "Which block and which thread make the first wrong element? Do others write there too, or is "
      "that block other than in the blocks before?"};
}

std::string question_of_limits(std::size_t first) {
  const bool is_power = first >= 256 && (first & (first - 1)) == 0;
  if (!is_power)
    return "";
  return first == 65536 ? "The first one is number 65,536 = 2^16: is an index kept in 16 bits, or "
                          "is the number of blocks limited? "
                        : fmt::format("The first one is number {}, a power of two: is the number "
                                      "of blocks or of rounds limited? ",
                                      grouped(first));
}

namespace {

/// Of the cells from a row, or from a column, to the end: nearly all are wrong, and no others.
struct end_part {
  std::size_t first = 0; ///< row or column
  bool holds = false;
};

end_part end_of(const wrong_output& seen, bool rows) {
  const grid_shape& shape = seen.wanted.shape;
  const std::size_t lines = rows ? shape.rows : shape.columns;
  const auto& cells = seen.result.cells;
  const auto line_of = [&](std::size_t i) { return rows ? i / shape.columns : i % shape.columns; };
  end_part part{lines, false};
  std::vector<bool> across(rows ? shape.columns : shape.rows); // rows in which the end is wrong
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] == cell::wrong) {
      part.first = std::min(part.first, line_of(i));
      across[rows ? i % shape.columns : i / shape.columns] = true;
    }
  const auto affected =
      rows ? across.size()
           : static_cast<std::size_t>(std::count(across.begin(), across.end(), true));
  const std::size_t part_size = (lines - part.first) * affected;
  // A few may be right by chance, such as what was to be 0.
  part.holds = part.first > 0 && 2 * part.first >= lines && seen.result.wrong * 4 >= part_size * 3;
  return part;
}

} // namespace

std::optional<pattern> wrong_at_the_end(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  const bool known = seen.result.unwritten == 0 && seen.result.unchecked == 0 &&
                     seen.result.right > 0 && seen.result.wrong > 0 &&
                     seen.result.cells.size() == shape.rows * shape.columns &&
                     !seen.result.first.empty();
  if (!known)
    return {};
  for (const bool rows : {true, false}) {
    const std::size_t lines = rows ? shape.rows : shape.columns;
    if (lines < 2 * fewest_in_a_row)
      continue;
    const end_part part = end_of(seen, rows);
    if (!part.holds)
      continue;
    const std::string where =
        rows ? fmt::format("all in the last {} of {} rows", lines - part.first, lines)
        : shape.rows == 1
            ? fmt::format("all at its end, from {} on", place(seen.wanted, 0, part.first))
            : fmt::format("all among the last {} of {} in a row", grouped(lines - part.first),
                          grouped(lines));
    return pattern{
        "wrong_at_the_end",
        fmt::format("{} of {} {} wrong, {}{}", share(seen.result.wrong, seen.result.elements),
                    seen.name, verb_of(seen.result.wrong, "is", "are"), where, first_of(seen)),
        question_of_limits(part.first) +
            "All before are right, and these are stored, too. What is different for the first of "
            "them? Follow by hand the thread that makes it and the one that makes the element "
            "before it: which condition, which number of a block, and which index have other "
            "values there?"};
  }
  return {};
}

} // namespace cudalab::grader
