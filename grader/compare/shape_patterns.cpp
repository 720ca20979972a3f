// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "grader/compare/patterns.h"
#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

bool has_blocks(const grid_shape& shape) {
  return shape.block_rows > 0 && shape.block_columns > 0;
}

/// What the first block makes, with its verb.
std::string first_block(const std::string& name, std::size_t rows, std::size_t columns) {
  if (rows == 1 && columns == 1)
    return "the first element of " + name + ", the first block's, is";
  if (rows == 1 || columns == 1)
    return fmt::format("the elements of the first block (the first {} of {}) are", rows * columns,
                       name);
  return fmt::format("the elements of the first block (the first {} rows and {} columns of {}) are",
                     rows, columns, name);
}

bool bad(cell state) {
  return state == cell::wrong || state == cell::unwritten;
}

/// True when `inside(row, column)` tells right from bad cells exactly, and there are both.
template <class Predicate>
bool separates(const wrong_output& seen, Predicate good_place) {
  const grid_shape& shape = seen.wanted.shape;
  bool any_right = false, any_bad = false;
  for (std::size_t i = 0; i < seen.result.cells.size(); ++i) {
    const cell state = seen.result.cells[i];
    if (state == cell::unchecked)
      continue;
    if (good_place(i / shape.columns, i % shape.columns) != (state == cell::right))
      return false;
    (bad(state) ? any_bad : any_right) = true;
  }
  return any_right && any_bad;
}

} // namespace

std::optional<pattern> transposed(const wrong_output& seen) {
  const std::size_t rows = seen.wanted.shape.rows, columns = seen.wanted.shape.columns;
  if (seen.wanted.want.empty() || rows < 2 || columns < 2)
    return {};
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      if (!close_enough(seen.got[column * rows + row], seen.wanted.want[row * columns + column],
                        seen.wanted))
        return {};
  return pattern{
      "transposed",
      fmt::format("rows and columns are exchanged: {} has the right values, but the "
                  "one for row r and column c is at row c and column r",
                  seen.name),
      "x counts along a row (it is the column number), y counts the rows. Look at how row and "
      "column are computed and at the index of the store: row * width + column."};
}

std::optional<pattern> only_first_block_right(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  if (!has_blocks(shape) ||
      (shape.rows <= shape.block_rows && shape.columns <= shape.block_columns))
    return {};
  if (!separates(seen, [&](std::size_t row, std::size_t column) {
        return row < shape.block_rows && column < shape.block_columns;
      }))
    return {};
  // One more block, and that not full: of smaller blocks several are right, and only the last not.
  if (shape.rows == 1 && shape.block_columns > 1 && seen.result.unwritten == 0 &&
      shape.columns < 2 * shape.block_columns)
    return pattern{"only_first_block",
                   fmt::format("only the first {} of {} elements of {} are right",
                               shape.block_columns, shape.columns, seen.name),
                   "The others are those of the last block, which is not full. Do threads there "
                   "leave early, or load nothing for the others? Is blockIdx part of each index "
                   "that they read with?"};
  return pattern{
      "only_first_block",
      fmt::format("only {} right", first_block(seen.name, std::min(shape.block_rows, shape.rows),
                                               std::min(shape.block_columns, shape.columns))),
      seen.result.unwritten == 0
          ? "The other blocks have stored wrong values. Is blockIdx part of each index that they "
            "read with? Do threads there leave early, or load nothing for the others?"
          : fmt::format("Look at the number of blocks in the launch, and at whether blockIdx is "
                        "part of each thread's {}. If both are right: do threads leave early, "
                        "or miss a barrier, in some blocks?",
                        shape.rows == 1 ? "index" : "row and column")};
}

/// An int and a float have four bytes.
std::string words_for_a_quarter(std::size_t written, std::size_t elements) {
  return written != elements / 4 && written != (elements + 3) / 4
             ? ""
             : "Just a quarter was written: cudaMemset and cudaMemcpy count "
               "bytes, and not elements. If it is not that: ";
}

std::optional<pattern> only_zeros_unwritten(const wrong_output& seen) {
  const auto& cells = seen.result.cells;
  const auto& want = seen.wanted.want;
  if (cells.size() != want.size() || seen.result.unwritten == 0 ||
      seen.result.unwritten == seen.result.elements)
    return {};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (want[i] == 0 ? cells[i] != cell::unwritten : bad(cells[i]))
      return {};
  return pattern{
      "only_zeros_unwritten",
      fmt::format("{} of {} {} never written: those whose value is 0. All others are right",
                  share(seen.result.unwritten, seen.result.elements), seen.name,
                  verb_of(seen.result.unwritten, "was", "were")),
      "A result of 0 is stored as any other: the array may hold anything before."};
}

std::optional<pattern> only_zeros_wrong(const wrong_output& seen) {
  constexpr std::size_t fewest_right = 8; // fewer may be chance
  const auto& cells = seen.result.cells;
  const auto& want = seen.wanted.want;
  if (cells.size() != want.size() || seen.result.wrong == 0 || seen.result.right < fewest_right)
    return {};
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (want[i] == 0 ? cells[i] != cell::wrong : cells[i] != cell::right)
      return {};
  const bool one = seen.result.wrong == 1;
  return pattern{
      "only_zeros_wrong",
      fmt::format("{} of {} {} wrong: {} whose value should be 0. All others are right",
                  share(seen.result.wrong, seen.result.elements), seen.name,
                  verb_of(seen.result.wrong, "is", "are"), one ? "the only one" : "those"),
      "Only what should be 0 is something else. Work out by hand how such a 0 is made: of an input "
      "that is 0, or of numbers that cancel? Which of your lines makes something else of it?"};
}

namespace {

/// Smaller blocks make an element with each thread: no row of theirs is forgotten.
constexpr std::size_t smallest_part = 32;

/// Lines of a block's part (rows or columns) in which at least three of four cells are bad, in all
/// blocks together. Nothing: there are bad cells elsewhere too.
std::vector<std::size_t> bad_lines(const wrong_output& seen, bool rows) {
  const grid_shape& shape = seen.wanted.shape;
  const std::size_t lines = rows ? shape.block_rows : shape.block_columns;
  std::vector<std::size_t> all(lines), of_bad(lines);
  for (std::size_t i = 0; i < seen.result.cells.size(); ++i) {
    const std::size_t line = (rows ? i / shape.columns : i % shape.columns) % lines;
    ++all[line];
    of_bad[line] += bad(seen.result.cells[i]) ? 1 : 0;
  }
  std::vector<std::size_t> found;
  for (std::size_t line = 0; line < lines; ++line) {
    if (of_bad[line] != 0 && of_bad[line] * 4 < all[line] * 3)
      return {};
    if (of_bad[line] != 0)
      found.push_back(line);
  }
  return found;
}

/// "2 to 7, 9 to 15, ..."
std::string ranges_of(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t told = 0;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    for (last = first; last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1;)
      ++last;
    if (told++ == most)
      return text + ", ...";
    text += (text.empty() ? "" : ", ") +
            (first == last ? fmt::format("{}", numbers[first])
                           : fmt::format("{} to {}", numbers[first], numbers[last]));
  }
  return text;
}

} // namespace

std::optional<pattern> part_of_each_block(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  if (std::min(shape.block_rows, shape.block_columns) < smallest_part ||
      shape.rows < shape.block_rows || shape.columns < shape.block_columns ||
      seen.result.cells.size() != shape.rows * shape.columns || seen.result.first.empty())
    return {};
  for (const bool rows : {true, false}) {
    const std::vector<std::size_t> lines = bad_lines(seen, rows);
    const std::size_t all = rows ? shape.block_rows : shape.block_columns;
    if (lines.empty() || lines.size() * 16 > all * 15) // nearly all: it is no part
      continue;
    const char* const what = rows ? "row" : "column";
    return pattern{
        "part_of_each_block",
        fmt::format("of each {} x {} elements that a block makes, {}s {} are {}, and no others: {}",
                    shape.block_rows, shape.block_columns, what, ranges_of(lines),
                    seen.result.wrong == 0       ? "never written"
                    : seen.result.unwritten == 0 ? "wrong"
                                                 : "wrong or never written",
                    share(seen.result.wrong + seen.result.unwritten, seen.result.elements)),
        fmt::format("Which {0}s does a thread compute, and to which does it store? Compare its "
                    "first {0}, the step to the next one, and how many there are, with what the "
                    "page says of a thread's elements.",
                    what)};
  }
  return {};
}

namespace {

std::string never_written(const wrong_output& seen) {
  return seen.result.read_unwritten ? "never written, or made of what nobody wrote"
                                    : "never written";
}

} // namespace

std::optional<pattern> unwritten_corner(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  const auto& cells = seen.result.cells;
  const auto first = std::find(cells.begin(), cells.end(), cell::unwritten);
  if (shape.rows < 2 || shape.columns < 2 || cells.size() != shape.rows * shape.columns ||
      first == cells.end() || seen.result.wrong != 0)
    return {};
  const auto start = static_cast<std::size_t>(first - cells.begin());
  const std::size_t row = start / shape.columns, column = start % shape.columns;
  if (row == 0 || column == 0)
    return {};
  for (std::size_t i = start; i < cells.size(); ++i)
    if ((cells[i] == cell::unwritten) != (i % shape.columns >= column))
      return {};
  const bool one = seen.result.unwritten == 1;
  if (!one && row + 1 == shape.rows)
    return {}; // the end of the last row may be the end of all
  return pattern{
      "unwritten_corner",
      fmt::format("the end of {} was {}: {}, from {} on, and only where {}", seen.name,
                  never_written(seen), share(seen.result.unwritten, seen.result.elements),
                  place(seen.wanted, row, column),
                  one ? "the last row and the last column meet"
                      : "the last rows and the last columns meet"),
      fmt::format("The other elements of these rows and columns are there: only what lies beyond "
                  "row {} and beyond column {} at once is missing. {}If the edges have launches or "
                  "branches of their own: which of them makes the corner? If not: is it left out "
                  "by the condition around the store (&& and || confused, or the last one not "
                  "counted)?",
                  row - 1, column - 1,
                  one ? "Has the last element a thread, with the number of blocks rounded up? If a "
                        "thread makes several at a time (a float4 has four): who makes the one "
                        "that is left over? "
                      : "")};
}

namespace {

/// Up to 15 elements at the end, behind as many as whole groups of 4 (or 2, 8, 16) have: how many
/// such a group has. 0: it is not so, or these are whole rows.
std::size_t group_left_over(std::size_t start, std::size_t elements, std::size_t columns) {
  constexpr std::size_t largest = 16, least_before = 32;
  const std::size_t rest = elements - start, group = std::bit_ceil(rest + 1);
  const bool whole_rows = columns < elements && rest % columns == 0;
  return group > largest || start < least_before || start % group != 0 || whole_rows ? 0 : group;
}

/// Where blocks of whole warps end, one block may be missing: "" there, and where nothing is so.
std::string words_for_a_rest(std::size_t start, std::size_t elements, std::size_t columns) {
  constexpr std::size_t warp = 32;
  const std::size_t group = group_left_over(start, elements, columns), rest = elements - start;
  if (group == 0 || start % warp == 0)
    return "";
  return fmt::format("The {} elements before are {} whole groups of {}, and {} left over, too few "
                     "for one more. Does a thread make {} at a time ({})? Then let somebody make "
                     "those that are left over, one by one. If not: are there enough blocks, and "
                     "which threads does the condition around the store leave out?",
                     grouped(start), grouped(start / group), group,
                     rest == 1 ? "1 is" : fmt::format("{} are", rest), group,
                     group == 2   ? "a float2 has two"
                     : group == 4 ? "a float4 has four"
                     : group == 8 ? "two float4 have eight"
                                  : "four float4 have sixteen");
}

/// Elements, or rows, from this one on were made by nobody: where it is a multiple of what a grid
/// has along y at most. Else nothing.
std::string question_of_most_along_y(std::size_t first, bool rows) {
  constexpr std::size_t most = 65535, most_threads = 1024;
  if (first == 0 || first % most != 0 || first / most > most_threads)
    return "";
  return fmt::format("{} {} are 65,535{}: is the number of blocks held at 65,535, the most that a "
                     "grid has along y or z? The rest needs larger blocks, a thread that goes on "
                     "to further {}, or blocks along x, which may be 2^31 - 1.",
                     grouped(first), rows ? "rows" : "elements",
                     first == most ? "" : fmt::format(" * {}", first / most),
                     rows ? "rows" : "elements");
}

} // namespace

std::optional<pattern> unwritten_tail(const wrong_output& seen) {
  const auto& cells = seen.result.cells;
  const auto first = std::find(cells.begin(), cells.end(), cell::unwritten);
  if (first == cells.end() || first == cells.begin() ||
      !std::all_of(first, cells.end(), [](cell state) { return state == cell::unwritten; }))
    return {};
  const auto start = static_cast<std::size_t>(first - cells.begin());
  const grid_shape& shape = seen.wanted.shape;
  const std::string of_rest =
      seen.result.wrong > 0 ? "" : words_for_a_rest(start, cells.size(), shape.columns);
  const std::string or_rest = group_left_over(start, cells.size(), shape.columns) == 0
                                  ? ""
                                  : " If a thread makes several at a time (a float4 has four): who "
                                    "makes those that are left over?";
  const bool whole_rows = shape.rows > 1 && start % shape.columns == 0;
  const std::string of_most = seen.result.wrong > 0 ? ""
                              : shape.rows == 1     ? question_of_most_along_y(start, false)
                              : whole_rows ? question_of_most_along_y(start / shape.columns, true)
                                           : "";
  return pattern{
      "unwritten_tail",
      fmt::format("the end of {} was {}: {}, from {} on", seen.name, never_written(seen),
                  share(seen.result.unwritten, seen.result.elements),
                  place(seen.wanted, start / shape.columns, start % shape.columns)),
      !of_rest.empty()   ? of_rest
      : !of_most.empty() ? of_most
      : shape.rows == 1  ? question_of_limits(start) + words_for_a_quarter(start, cells.size()) +
                              "Are there enough blocks? The number must "
                              "be rounded up: (n + block - 1) / block. If "
                              "it is: is blockIdx part of each thread's "
                              "index, and does each thread store all that "
                              "it should?" +
                              or_rest
      : seen.result.wrong > 0
          ? "There are wrong elements, too. Are there enough blocks, in x and in y, with the "
            "number "
            "rounded up? If there are: do threads store to places that belong to others? Look at "
            "the index of the store, row * width + column with the width of this matrix, and at "
            "how row and column are made."
          : (start == 65536 * shape.columns ? question_of_limits(65536) : "") +
                "Are there enough blocks, in x and in y? The number must be rounded up: (n + "
                "block - 1) / block. If it is: does the kernel's x count in the same direction as "
                "the grid's first number, and is the width of this matrix in the index of the "
                "store?" +
                or_rest};
}

std::optional<pattern> only_edge_tiles_wrong(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  if (!has_blocks(shape) || seen.result.wrong == 0) // never written: unwritten_cells
    return {};
  const std::size_t full_rows = shape.rows / shape.block_rows * shape.block_rows;
  const std::size_t full_columns = shape.columns / shape.block_columns * shape.block_columns;
  const auto at_edge = [&](std::size_t i) {
    return i / shape.columns >= full_rows || i % shape.columns >= full_columns;
  };
  const auto& cells = seen.result.cells;
  bool any_right_inside = false;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (bad(cells[i]) && !at_edge(i))
      return {};
    any_right_inside = any_right_inside || (cells[i] == cell::right && !at_edge(i));
  }
  if (!any_right_inside)
    return {};
  const std::size_t bad_ones = seen.result.wrong + seen.result.unwritten;
  if (shape.rows == 1)
    return pattern{
        "edge_tiles",
        fmt::format("only {} at the end of {} {} wrong ({}): {} of the block that is partly "
                    "outside its {} elements",
                    verb_of(bad_ones, "an element", "elements"), seen.name,
                    verb_of(bad_ones, "is", "are"), share(bad_ones, seen.result.elements),
                    verb_of(bad_ones, "it is", "those"), grouped(shape.columns)),
        "Look at what a thread does whose element is past the end: it must not be left out of "
        "loading, and must not store."};
  return pattern{
      "edge_tiles",
      fmt::format("only {} at the right or lower edge {} wrong ({}): {} partly outside the {} x {} "
                  "result",
                  verb_of(bad_ones, "an element", "elements"), verb_of(bad_ones, "is", "are"),
                  share(bad_ones, seen.result.elements),
                  verb_of(bad_ones, "it is of a block that is", "those of blocks that are"),
                  shape.rows, shape.columns),
      fmt::format(
          "{} x {} is not a whole number of {} x {} blocks. Look at what a thread does when "
          "its row or column is outside: it must not be left out of loading, and must not "
          "store.",
          shape.rows, shape.columns, shape.block_rows, shape.block_columns)};
}

std::optional<pattern> unwritten_cells(const wrong_output& seen) {
  const auto& cells = seen.result.cells;
  const auto first = std::find(cells.begin(), cells.end(), cell::unwritten);
  if (first == cells.end())
    return {};
  const grid_shape& shape = seen.wanted.shape;
  const auto start = static_cast<std::size_t>(first - cells.begin());
  const std::size_t row = start / shape.columns, column = start % shape.columns;
  const std::string where = verb_of(seen.result.unwritten, "it is at ", "the first is at ") +
                            place(seen.wanted, row, column);
  constexpr std::size_t few = 16; // for each of so many that are wrong
  if (seen.result.wrong >= few * seen.result.unwritten)
    return pattern{
        "unwritten_cells",
        fmt::format("{} of {} {} wrong, and {} {} the bits that were there before; {}",
                    share(seen.result.wrong, seen.result.elements), seen.name,
                    verb_of(seen.result.wrong, "is", "are"), grouped(seen.result.unwritten),
                    verb_of(seen.result.unwritten, "has", "have"), where),
        "Is each variable set before it is used, above all one to which something is added? If "
        "not, it holds anything, also the bits that were in the array. If it is: which elements "
        "does each thread read, and where does it store its result?"};
  return pattern{"unwritten_cells",
                 fmt::format("{} of {} {} {}; {}",
                             share(seen.result.unwritten, seen.result.elements), seen.name,
                             verb_of(seen.result.unwritten, "was", "were"), never_written(seen),
                             where),
                 seen.result.wrong > 0 && shape.rows > 1
                     ? "There are wrong elements, too: threads store to places that belong to "
                       "others. Look at the index of the store, row * width + column with the "
                       "width of this matrix, and at how row and column are made."
                     : "Which thread should store that element? Look at its row and column, at "
                       "the number of blocks, and at the condition around the store."};
}

} // namespace cudalab::grader
