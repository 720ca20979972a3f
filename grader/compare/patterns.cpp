// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/compare/patterns.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t fewest_for_digits = 16; // elements: below, it may be chance
constexpr double nearly_right = 0.02;
constexpr double largest_factor = 1e6;  // of a sum that is added too often, or divided
constexpr double rounding_at_most = 30; // times the allowed error: above, it may be a missing term

/// Elements whose right value is known.
bool whole(const wrong_output& seen) {
  return !seen.wanted.want.empty();
}

/// k with got = k * want everywhere, or 0. From the largest element: the surest quotient.
double common_factor(const wrong_output& seen) {
  const auto& want = seen.wanted.want;
  const auto largest = std::max_element(
      want.begin(), want.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  if (largest == want.end() || *largest == 0)
    return 0;
  const double quotient = seen.got[static_cast<std::size_t>(largest - want.begin())] / *largest;
  const double up = std::round(quotient), down = std::round(1 / quotient);
  const bool is_part = std::abs(quotient) < 1;
  const double factor = is_part ? 1 / down : up;
  if (!(std::abs(is_part ? down : up) <= largest_factor) || factor == 1)
    return 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    expectation scaled = {
        {}, seen.wanted.atol * std::max(1.0, std::abs(factor)), seen.wanted.rtol, {}, {}};
    if (!close_enough(seen.got[i], factor * want[i], scaled))
      return 0;
  }
  return factor;
}

std::string with_size(const std::string& output, std::size_t elements) {
  return fmt::format("{} ({} element{})", output, grouped(elements), elements == 1 ? "" : "s");
}

} // namespace

std::string words_for_unwritten(const std::string& output, std::size_t elements) {
  return "nothing was written to " + with_size(output, elements);
}

std::string words_for_no_number(const std::string& output, std::size_t elements) {
  return "there is no number in " + with_size(output, elements);
}

std::optional<pattern> nothing_written(const wrong_output& seen) {
  if (seen.result.elements == 0 || seen.result.unwritten != seen.result.elements)
    return {};
  return pattern{"nothing_written", words_for_unwritten(seen.name, seen.result.elements),
                 !seen.wanted.if_unwritten.empty()
                     ? seen.wanted.if_unwritten
                     : "Does your function launch a kernel, and does the kernel store its "
                       "result?"};
}

std::optional<pattern> one_element_written(const wrong_output& seen) {
  const auto written = [](cell state) { return state != cell::unwritten; };
  const auto& cells = seen.result.cells;
  if (cells.size() < 2 || std::count_if(cells.begin(), cells.end(), written) != 1)
    return {};
  const auto place_of_it =
      static_cast<std::size_t>(std::find_if(cells.begin(), cells.end(), written) - cells.begin());
  const std::size_t columns = std::max<std::size_t>(1, seen.wanted.shape.columns);
  return pattern{
      "one_element_written",
      fmt::format("of {} only one element was written, at {}; {} never", seen.name,
                  place(seen.wanted, place_of_it / columns, place_of_it % columns),
                  cells.size() == 2 ? "the other one" : grouped(cells.size() - 1) + " others"),
      "Do all threads store to the same index? Each needs its own, made from blockIdx, "
      "blockDim and threadIdx. If the index is right: how many threads are launched?"};
}

namespace {

bool wants_fractions(const wrong_output& seen) {
  return std::any_of(seen.wanted.want.begin(), seen.wanted.want.end(),
                     [](double value) { return value != std::floor(value); });
}

} // namespace

std::optional<pattern> all_zero(const wrong_output& seen) {
  const bool zero =
      std::all_of(seen.got.begin(), seen.got.end(), [](double value) { return value == 0; });
  if (!zero || seen.got.empty())
    return {};
  return pattern{
      "all_zero",
      fmt::format("{}{} is 0", seen.got.size() == 1 ? "" : "every element of ", seen.name),
      seen.name == protocol::result_name
          ? "What stands behind `return`, and does it ever get another value than 0?"
          : fmt::format("Which variable does the kernel store? {}Does it ever get another value "
                        "than 0? If its value is read from memory: has anything but zeros been "
                        "written there?",
                        wants_fractions(seen) ? "Is it a float (an int drops all that stands "
                                                "behind the point)? "
                                              : "")};
}

namespace {

/// All bad elements lie in one line at an edge of a matrix. What may have been read is beyond it.
std::string beyond_which_edge(const wrong_output& seen) {
  const grid_shape& shape = seen.wanted.shape;
  if (shape.rows < 3 || shape.columns < 3)
    return "";
  struct edge {
    const char *where, *beyond;
    bool of_rows, last;
  };
  constexpr edge edges[] = {{"the last row",
                             "the row after it, and columns behind the end of a row (behind the "
                             "end of another row, the next one begins)",
                             true, true},
                            {"the first row", "the row before it, -1, and column -1", true, false},
                            {"the last column", "the column after it", false, true},
                            {"the first column",
                             "the column before it, -1, and columns behind the end of a row "
                             "(there the next row begins)",
                             false, false}};
  for (const edge& each : edges) {
    bool all = true;
    for (std::size_t i = 0; all && i < seen.result.cells.size(); ++i) {
      const cell state = seen.result.cells[i];
      const std::size_t at = each.of_rows ? i / shape.columns : i % shape.columns;
      const std::size_t line = !each.last ? 0 : (each.of_rows ? shape.rows : shape.columns) - 1;
      all = (state != cell::wrong && state != cell::unwritten) || at == line;
    }
    if (all)
      return fmt::format("All of them are in {}: does each condition leave out {}? ", each.where,
                         each.beyond);
  }
  return "";
}

} // namespace

std::optional<pattern> outside_read(const wrong_output& seen) {
  if (seen.result.from_guard == 0)
    return {};
  return pattern{"outside_read",
                 fmt::format("{} of {} {} computed from memory beside the inputs",
                             share(seen.result.from_guard, seen.result.elements), seen.name,
                             verb_of(seen.result.from_guard, "was", "were")),
                 beyond_which_edge(seen) +
                     "Some index is too large or negative: compare it with the size before you "
                     "read. The access outside of its bounds is shown with its line."};
}

std::optional<pattern> not_finite(const wrong_output& seen) {
  if (seen.result.not_finite == 0)
    return {};
  return pattern{"not_finite",
                 seen.result.elements == 1
                     ? seen.name + " is NaN (not a number) or infinite"
                     : fmt::format("{} of {} {} NaN (not a number) or infinite",
                                   share(seen.result.not_finite, seen.result.elements), seen.name,
                                   verb_of(seen.result.not_finite, "is", "are")),
                 "NaN often comes from memory that was read before anything was stored in it: is "
                 "every variable and every shared array set before it is used? It also comes from "
                 "0 / 0, and from the square root of a negative number."};
}

std::optional<pattern> right_multiple(const wrong_output& seen) {
  if (!whole(seen) || seen.got.size() < 2)
    return {};
  const double factor = common_factor(seen);
  if (factor == 0)
    return {};
  const auto part = static_cast<long long>(std::round(1 / factor));
  const std::string times = factor == -1           ? "the right value with the wrong sign"
                            : std::abs(factor) > 1 ? fmt::format("{} times the right value",
                                                                 static_cast<long long>(factor))
                                                   : fmt::format("1/{} of the right value", part);
  return pattern{"right_multiple", fmt::format("every element of {} is {}", seen.name, times),
                 factor == -1 ? "Look for a subtraction where an addition is meant."
                 : std::abs(factor) > 1
                     ? fmt::format("Which size or number is {} here? Is it a factor that does not "
                                   "belong there? Or is something added more than once (look at a "
                                   "loop's bounds and at which threads take part), or a division "
                                   "left out?",
                                   static_cast<long long>(std::abs(factor)))
                     : fmt::format("Look for a factor of {}: is there a division by too much, a "
                                   "multiplication that is left out or comes too late, or a sum "
                                   "that gets only one of {} equal parts?",
                                   std::abs(part), std::abs(part))};
}

std::optional<pattern> kept_in_float(const wrong_output& seen) {
  constexpr double exact = 1 << 24, last_bit = 1.0 / (1 << 22);
  const auto& want = seen.wanted.want;
  if (!whole(seen) || seen.wanted.atol != 0 || seen.wanted.rtol != 0 ||
      seen.result.unwritten != 0 || seen.result.not_finite != 0 || seen.result.wrong == 0)
    return {};
  double largest = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (want[i] != std::floor(want[i]))
      return {};
    if (seen.result.cells[i] == cell::wrong)
      largest = std::max(largest, std::abs(want[i]));
  }
  if (largest <= exact || seen.result.largest_error > largest * last_bit)
    return {};
  const auto at = std::find_if(want.begin(), want.end(),
                               [&](double value) { return std::abs(value) == largest; });
  const auto i = static_cast<std::size_t>(at - want.begin());
  return pattern{"kept_in_float",
                 fmt::format("{} is off by a little{}: expected {}, got {}", seen.name,
                             want.size() == 1
                                 ? ""
                                 : " at " + place(seen.wanted, i / seen.wanted.shape.columns,
                                                  i % seen.wanted.shape.columns),
                             number_text(want[i], 12), number_text(seen.got[i], 12)),
                 "A float holds whole numbers up to 2^24 = 16,777,216, and of larger ones not "
                 "each. Is a number kept in a float on the way, or divided as one? int divides "
                 "without that: (n + block - 1) / block rounds up."};
}

std::optional<pattern> wrong_by_one_factor(const wrong_output& seen) {
  constexpr double rounded = 4e-7, clearly = 8, farthest = 0.25; // of a factor from 1
  const auto& want = seen.wanted.want;
  const comparison& result = seen.result;
  if (!whole(seen) || result.wrong < fewest_for_digits || result.unwritten != 0 ||
      result.not_finite != 0 || result.unchecked != 0 || result.first.empty())
    return {};
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (result.cells[i] == cell::wrong) {
      products += seen.got[i] * want[i];
      squares += want[i] * want[i];
    }
  const double factor = squares == 0 ? 0 : products / squares;
  if (!(std::abs(factor - 1) <= farthest))
    return {};
  const double typical = std::sqrt(squares / static_cast<double>(result.wrong));
  double worst = 0;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (result.cells[i] == cell::wrong) {
      const double off = std::abs(seen.got[i] - factor * want[i]);
      if (off > seen.wanted.atol + (seen.wanted.rtol + rounded) * std::abs(want[i]))
        return {};
      worst = std::max(worst, off);
    }
  if (std::abs(factor - 1) * typical < clearly * worst || std::abs(factor - 1) < clearly * rounded)
    return {};
  const difference& first = result.first.front();
  return pattern{
      "wrong_by_one_factor",
      fmt::format(
          "{} of {} are wrong, and each of these is {:.6g} times the right value; the first "
          "is at {}: expected {}, got {}",
          share(result.wrong, result.elements), seen.name, factor,
          place(seen.wanted, first.row, first.column), number_text(first.expected, 6),
          number_text(first.got, 6)),
      "It is one factor for all of them, so that no sum is wrong. With which number is a sum "
      "multiplied or divided in the end, and is it the exact one? (0.33 is not 1/3; a count may be "
      "one too many or one too few.)"};
}

std::optional<pattern> lost_digits(const wrong_output& seen) {
  const auto& want = seen.wanted.want;
  const comparison& result = seen.result;
  if (!whole(seen) || want.size() < fewest_for_digits || 2 * result.wrong < result.elements ||
      result.unwritten != 0 || result.not_finite != 0)
    return {};
  double squares = 0;
  for (const double value : want)
    squares += value * value;
  const double typical = std::sqrt(squares / static_cast<double>(want.size()));
  if (result.largest_error > nearly_right * typical)
    return {};
  const double allowed = seen.wanted.atol + seen.wanted.rtol * typical;
  if (result.largest_error <= allowed) // of small elements among very large ones
    return {};
  std::size_t far_off =
      0; // no digit of it is left: a few very large values make a large typical one
  for (std::size_t i = 0; i < want.size(); ++i)
    if (result.cells[i] == cell::wrong && std::abs(seen.got[i] - want[i]) > 0.5 * std::abs(want[i]))
      ++far_off;
  if (2 * far_off > result.wrong)
    return {};
  const bool large = result.largest_error > rounding_at_most * allowed;
  return pattern{large ? "lost_digits_or_terms" : "lost_digits",
                 fmt::format("{} is nearly right everywhere, but digits are lost{}: errors up to "
                             "{:.2g}, where {:.2g} is allowed and the values are about {:.2g}",
                             seen.name,
                             large ? ", or a few terms of a sum are missing or too many" : "",
                             result.largest_error, allowed, typical),
                 std::string(large ? "Is a term left out, added twice, or made from another "
                                     "element, at the beginning or at the end? If not: is "
                                   : "Is ") +
                     "everything computed and added up in float? 16 bits hold three digits, and "
                     "a sum of many terms keeps fewer. Approximate functions lose digits too."};
}

} // namespace cudalab::grader
