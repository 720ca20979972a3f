// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/probes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

using wanted_at = std::function<double(std::size_t row, std::size_t column)>;

/// A sum of whole numbers below 2^24 is exact, and one of larger numbers nearly.
constexpr double rounding = 1e-5;

bool is_as_wanted(double got, double want) {
  return std::abs(got - want) <= rounding * std::max(1.0, std::abs(want));
}

struct element {
  std::size_t row = 0, column = 0;
  double got = 0, want = 0;
  bool others_right = false; ///< some element is as wanted
};

/// An element that was never written tells nothing: it is NaN.
std::optional<element> first_wrong(const std::vector<double>& got, std::size_t columns,
                                   const wanted_at& want) {
  std::optional<element> first;
  bool any_right = false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const element each{i / columns, i % columns, got[i], want(i / columns, i % columns)};
    const bool right = is_as_wanted(each.got, each.want);
    any_right = any_right || right;
    if (!first && !right && !std::isnan(each.got))
      first = each;
  }
  if (first)
    first->others_right = any_right;
  return first;
}

std::string number(double value) {
  return number_text(value, 7);
}

/// As many products as whole tiles have: what lies beyond the last one was added, too. Empty: it is
/// not so. (With one tile it would be what nobody has set.)
std::string words_for_whole_tiles(const element& seen) {
  for (const double tile : {16.0, 32.0})
    if (seen.want > tile && seen.got != seen.want && seen.got == std::ceil(seen.want / tile) * tile)
      return fmt::format("{} is {} filled up to tiles of {:.0f}. With tiles: what lies beyond the "
                         "last of the {} must be 0 in the last one, and not what the tile held in "
                         "the phase before. A thread that loads nothing stores a 0 there, in each "
                         "phase. Without tiles: ",
                         number(seen.got), number(seen.want), tile, number(seen.want));
  return "";
}

std::string words_for_missing(const std::string& what, const element& seen) {
  constexpr double of_16_bits = 65536, few = 32;
  const double missing = seen.want - seen.got;
  const std::string count =
      fmt::format("{} of {} {} are missing", number(missing), number(seen.want), what);
  const std::string loops =
      "with which value does each loop begin, what is its step, and at which does it end?";
  if (seen.got < of_16_bits && std::fmod(missing, of_16_bits) == 0)
    return fmt::format(
        "{}, {}, and 16 bits count up to 65,535: is a size, or what a loop counts, "
        "kept in 16 bits (a short) on the way? If not: {}",
        count, missing == of_16_bits ? "which is 2^16" : "a multiple of 65,536 = 2^16", loops);
  if (seen.got < seen.want / 2 || seen.got == 1)
    return fmt::format("{}: is each added to what is there (sum += x)? Of sum = x only the last "
                       "stays, and a result that nobody stores is lost. If all are added: {} Or "
                       "does a thread see only what it stored itself: if threads fill an array for "
                       "each other, is it __shared__?",
                       count, loops);
  if (seen.others_right)
    return fmt::format("{}, and other elements have all of theirs. So a loop that is the same for "
                       "all threads makes its rounds, and something was 0 or left out. Look at "
                       "each condition, above all where a 0 stands in for what is not there: each "
                       "array needs its own, about the index that is read, and that index must "
                       "not run beyond the end. If the loops differ from thread to thread: {}",
                       count, loops);
  return fmt::format("{}: {}{}", count, loops,
                     missing < few ? fmt::format(" If a round makes several of the {}: are those "
                                                 "made that are left over behind the last one, "
                                                 "however many they are (1, 2, 3 and so on)?",
                                                 what)
                                   : "");
}

/// @param place "row 0, column 1 of P"
input_probe::answer answer_of_ones(const std::string& tried, const std::string& place,
                                   const std::string& what, const element& seen) {
  input_probe::answer answer{fmt::format("{}, {} should be {}, as there are so many {}, and is {}",
                                         tried, place, number(seen.want), what, number(seen.got)),
                             ""};
  const bool counts = seen.got >= 0 && seen.got == std::floor(seen.got) && seen.got < 1e7;
  if (!counts)
    answer.next =
        "Something is in the sum that comes from no input: is each variable set before it "
        "is read, and is each array that threads fill for each other __shared__?";
  else if (seen.got < seen.want)
    answer.next = words_for_missing(what, seen);
  else
    answer.next =
        fmt::format("{} {} are too many: {}does a loop go on too long, is something added "
                    "twice, or was the sum not 0 before the loop?",
                    number(seen.got - seen.want), what, words_for_whole_tiles(seen));
  return answer;
}

// ---- M * N --------------------------------------------------------------------------------------

struct product_asker {
  std::size_t I, J, K;
  std::vector<input_probe> made = {};

  std::vector<float> filled(std::size_t rows, std::size_t columns,
                            const std::function<std::size_t(std::size_t, std::size_t)>& by) const {
    std::vector<float> made;
    made.reserve(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        made.push_back(static_cast<float>(by(row, column)));
    return made;
  }

  /// @param tried what the matrices hold @param next what it means when an element differs
  void ask(const std::vector<float>& m, const std::vector<float>& n, const wanted_at& want,
           const std::function<input_probe::answer(const element&)>& answer) {
    input_probe what;
    what.output = "d_P";
    what.input("d_M", m).input("d_N", n);
    what.look = [want, answer, columns = K](const std::vector<double>& got) {
      const auto wrong = first_wrong(got, columns, want);
      return wrong ? std::optional(answer(*wrong)) : std::nullopt;
    };
    made.push_back(std::move(what));
  }

  static std::string place(const element& seen) {
    return fmt::format("row {}, column {} of P", seen.row, seen.column);
  }

  /// @param used what the element was made with, as far as its number tells
  static std::function<input_probe::answer(const element&)>
  saying(const std::string& tried, const std::string& next,
         const std::function<std::string(const element&)>& used = {}) {
    return [=](const element& seen) {
      return input_probe::answer{fmt::format("{}, {} should be {} and is {}", tried, place(seen),
                                             number(seen.want), number(seen.got)),
                                 (used ? used(seen) : "") + next};
    };
  }

  /// Where each of J products holds the number of its line, plus 1: "Row 1, column 0 of P is made
  /// with row 3 of M, or with several whose mean it is, in place of row 1. "
  std::string line_used(const char* what, const char* of, std::size_t lines, const element& seen,
                        std::size_t own) const {
    const double line = seen.got / static_cast<double>(J) - 1;
    if (line != std::floor(line) || line < 0 || line >= static_cast<double>(lines))
      return {};
    return fmt::format("R{0} is made with {1} {2} of {3}, or with several whose mean it is, "
                       "in place of {1} {4}. ",
                       place(seen).substr(1), what, number(line), of, own);
  }
};

/// What the j-th elements of a row of M, or of a column of N, hold: their numbers in each third
/// line, and others in the two behind it, from 1 to J as well, so that several sums tell the
/// elements.
std::size_t weight(std::size_t line, std::size_t j, std::size_t J) {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
  const std::uint64_t once = (line * J + j + 1) * factor; // the same step from each to the next
  return line % 3 == 0 ? j + 1 : 1 + (((once ^ once >> 29) * factor) >> 40) % J;
}

double weights_of(std::size_t line, std::size_t J) {
  double sum = 0;
  for (std::size_t j = 0; j < J; ++j)
    sum += static_cast<double>(weight(line, j, J));
  return sum;
}

/// Of J products one is added twice and another never.
struct used_twice {
  std::size_t twice = 0, never = 0;
};

/// @param too_much by line, how much larger its sum is; nothing: no two products explain them all
std::optional<used_twice> which_twice(const std::map<std::size_t, double>& too_much,
                                      std::size_t J) {
  const auto numbers = std::find_if(too_much.begin(), too_much.end(),
                                    [](const auto& each) { return each.first % 3 == 0; });
  if (too_much.size() < 3 || numbers == too_much.end() || numbers->second == 0)
    return {};
  std::optional<used_twice> found;
  for (std::size_t never = 0; never < J; ++never) {
    const double twice = static_cast<double>(never) + numbers->second;
    if (twice < 0 || twice >= static_cast<double>(J) || twice != std::floor(twice))
      continue;
    const used_twice both{static_cast<std::size_t>(twice), never};
    const bool explains = std::all_of(too_much.begin(), too_much.end(), [&](const auto& each) {
      return each.second == static_cast<double>(weight(each.first, both.twice, J)) -
                                static_cast<double>(weight(each.first, never, J));
    });
    if (explains && found)
      return {};
    if (explains)
      found = both;
  }
  return found;
}

/// Asks which elements of M's rows, or of N's columns, are used, with the other matrix full of
/// ones.
void ask_which(product_asker& with, bool of_m) {
  const std::size_t J = with.J, lines = of_m ? with.I : with.K, K = with.K;
  const auto in_m = [J](std::size_t row, std::size_t j) { return weight(row, j, J); };
  const auto in_n = [J](std::size_t j, std::size_t column) { return weight(column, j, J); };
  const auto one = [](std::size_t, std::size_t) { return std::size_t{1}; };
  std::vector<double> sums;
  for (std::size_t line = 0; line < lines; ++line)
    sums.push_back(weights_of(line, J));
  input_probe what;
  what.output = "d_P";
  what.input("d_M", of_m ? with.filled(with.I, J, in_m) : with.filled(with.I, J, one))
      .input("d_N", of_m ? with.filled(J, K, one) : with.filled(J, K, in_n));
  what.look = [=](const std::vector<double>& got) -> std::optional<input_probe::answer> {
    constexpr std::size_t most = 8; // lines that are looked at together
    const auto want = [&](std::size_t row, std::size_t column) {
      return sums[of_m ? row : column];
    };
    auto wrong = first_wrong(got, K, want);
    if (!wrong)
      return {};
    const auto line_of = [&](const element& of) { return of_m ? of.row : of.column; };
    const std::size_t first = std::min(line_of(*wrong), lines - std::min(lines, most));
    std::map<std::size_t, double> too_much;
    for (std::size_t line = first; line < std::min(lines, first + most); ++line) {
      const std::size_t row = of_m ? line : wrong->row, column = of_m ? wrong->column : line;
      const element each{row, column, got[row * K + column], sums[line]};
      if (std::isnan(each.got))
        continue;
      too_much[line] = each.got - each.want;
      if (line % 3 == 0 && line_of(*wrong) % 3 != 0 && !is_as_wanted(each.got, each.want))
        wrong = each; // one with the elements' numbers
    }
    const std::size_t line = line_of(*wrong);
    const std::string numbers = line % 3 != 0 ? fmt::format("whole numbers in {}", of_m ? "M" : "N")
                                : of_m        ? fmt::format("M[{}][j] = j + 1", line)
                                              : fmt::format("N[j][{}] = j + 1", line);
    const auto which = which_twice(too_much, J);
    const auto named = [&](std::size_t j) {
      return of_m ? fmt::format("M[{}][{}]", line, j) : fmt::format("N[{}][{}]", j, line);
    };
    const std::string used =
        which
            ? fmt::format("{} is used twice and {} never", named(which->twice), named(which->never))
            : std::string("some of its elements are used twice and others never");
    const bool at_end = which && which->never + most >= J;
    return input_probe::answer{
        fmt::format("with {} and {} full of ones, {} should be {} and is {}", numbers,
                    of_m ? "N" : "M", product_asker::place(*wrong), number(wrong->want),
                    number(wrong->got)),
        fmt::format("The {} is right, but {}: look at the {}, where it is loaded and where it is "
                    "used{}.",
                    of_m ? "row of M" : "column of N", used,
                    of_m ? "second index of M" : "first index of N",
                    at_end ? ", also in what is added behind the last round of a loop" : "")};
  };
  with.made.push_back(std::move(what));
}

} // namespace

std::vector<input_probe> product_probes(const product_sizes& sizes) {
  product_asker with{static_cast<std::size_t>(sizes.I), static_cast<std::size_t>(sizes.J),
                     static_cast<std::size_t>(sizes.K)};
  // Nothing is 0: who leaves out what is 0 uses the right elements all the same.
  const auto one_each = [](std::size_t, std::size_t) { return std::size_t{1}; };
  const auto its_row = [](std::size_t row, std::size_t) { return row + 1; };
  const auto its_column = [](std::size_t, std::size_t column) { return column + 1; };
  const auto ones_m = with.filled(with.I, with.J, one_each);
  const auto ones_n = with.filled(with.J, with.K, one_each);
  const auto rows_m = with.filled(with.I, with.J, its_row);
  const auto columns_m = with.filled(with.I, with.J, its_column);
  const auto rows_n = with.filled(with.J, with.K, its_row);
  const auto columns_n = with.filled(with.J, with.K, its_column);
  const double j = sizes.J, squares = j * (j + 1) * (2 * j + 1) / 6;

  with.ask(
      ones_m, ones_n, [j](std::size_t, std::size_t) { return j; },
      [](const element& seen) {
        return answer_of_ones("with M and N full of ones", product_asker::place(seen), "products",
                              seen);
      });
  with.ask(
      rows_m, ones_n,
      [j](std::size_t row, std::size_t) { return j * static_cast<double>(row + 1); },
      product_asker::saying("with M[i][j] = i + 1 and N full of ones",
                            "As many products are added as there should be, but M is read in "
                            "other rows than that of the element: look at the first index of "
                            "M, where it is loaded and where it is used, and at the row that is "
                            "stored to.",
                            [with](const element& seen) {
                              return with.line_used("row", "M", with.I, seen, seen.row);
                            }));
  with.ask(
      ones_m, columns_n,
      [j](std::size_t, std::size_t column) { return j * static_cast<double>(column + 1); },
      product_asker::saying("with N[j][k] = k + 1 and M full of ones",
                            "As many products are added as there should be, but N is read in "
                            "other columns than that of the element: look at the second index "
                            "of N, where it is loaded and where it is used, and at the column "
                            "that is stored to.",
                            [with](const element& seen) {
                              return with.line_used("column", "N", with.K, seen, seen.column);
                            }));
  ask_which(with, true);
  ask_which(with, false);
  with.ask(
      columns_m, rows_n, [squares](std::size_t, std::size_t) { return squares; },
      product_asker::saying("with M[i][j] = j + 1 and N[j][k] = j + 1",
                            "The right elements of M and of N are used, but not those that "
                            "belong together: M[i][j] is to be multiplied by N[j][k], with "
                            "the same j."));
  return std::move(with.made);
}

// ---- Convolution -------------------------------------------------------------------------------

namespace {

input_probe about_convolution(const std::vector<float>& in, const std::vector<float>& filter,
                              const std::function<double(double output)>& want,
                              const std::function<input_probe::answer(const element&)>& answer) {
  input_probe what;
  what.output = "d_out";
  what.input("d_in", in).input("d_filter", filter);
  what.look = [want, answer](const std::vector<double>& got) {
    const auto wrong = first_wrong(got, got.size(), [&](std::size_t, std::size_t column) {
      return want(static_cast<double>(column));
    });
    return wrong ? std::optional(answer(*wrong)) : std::nullopt;
  };
  return what;
}

/// Indices modulo a prime: places that a chunk or a block lie apart have different numbers. 16 bits
/// hold each, too, and a float each sum of products: what is kept in fewer bits, or added up in
/// another order, is no mistake of an index.
std::size_t numbers_for_taps(int filter_len) {
  constexpr double exact = 1 << 24;
  for (const std::size_t prime : {127, 61, 31, 13})
    if (static_cast<double>(prime * prime) * filter_len <= exact)
      return prime;
  return 7;
}

std::vector<float> indices(std::size_t count, std::size_t modulo) {
  std::vector<float> made(count);
  for (std::size_t i = 0; i < count; ++i)
    made[i] = static_cast<float>(i % modulo);
  return made;
}

std::string name_of_index(const std::string& index, std::size_t count, std::size_t modulo) {
  return count <= modulo ? index : fmt::format("{} % {}", index, modulo);
}

/// Sums of what `product` makes of the numbers of an input and of a tap, by the output.
std::function<double(double output)>
sums_of_products(std::size_t length, std::size_t modulo,
                 const std::function<double(double in, double tap)>& product) {
  std::vector<double> sums; // they come again and again
  for (std::size_t output = 0; output < modulo; ++output) {
    double whole = 0, rest = 0;
    for (std::size_t j = 0; j < modulo; ++j) {
      const auto in = static_cast<double>((output + j) % modulo);
      const double one = product(in, static_cast<double>(j));
      whole += one;
      rest += j < length % modulo ? one : 0;
    }
    sums.push_back(static_cast<double>(length / modulo) * whole + rest);
  }
  return [sums](double output) { return sums[static_cast<std::size_t>(output) % sums.size()]; };
}

} // namespace

std::vector<input_probe> convolution_probes(int in_len, int filter_len) {
  const std::vector<float> ones(static_cast<std::size_t>(in_len), 1);
  const std::vector<float> taps(static_cast<std::size_t>(filter_len), 1);
  const std::size_t modulo = numbers_for_taps(filter_len);
  const std::vector<float> places = indices(ones.size(), modulo),
                           numbers = indices(taps.size(), modulo);
  const std::string of_places = "d_in[i] = " + name_of_index("i", ones.size(), modulo),
                    of_numbers = "d_filter[j] = " + name_of_index("j", taps.size(), modulo);
  const double length = filter_len;
  const auto sums = [&](const std::function<double(double in, double tap)>& product) {
    return sums_of_products(taps.size(), modulo, product);
  };
  const auto place = [](const element& seen) { return fmt::format("d_out[{}]", seen.column); };
  const auto saying = [place](const std::string& tried, const std::string& next) {
    return [=](const element& seen) {
      return input_probe::answer{fmt::format("{}, {} should be {} and is {}", tried, place(seen),
                                             number(seen.want), number(seen.got)),
                                 next};
    };
  };
  std::vector<input_probe> made;
  made.push_back(about_convolution(
      ones, taps, [length](double) { return length; },
      [place](const element& seen) {
        return answer_of_ones("with d_in and d_filter full of ones", place(seen), "products", seen);
      }));
  made.push_back(about_convolution(
      ones, numbers, sums([](double, double tap) { return tap; }),
      saying("with " + of_numbers + " and d_in full of ones",
             "As many products are added as there should be, but some taps are used twice and "
             "others never: look at the index of the filter, where it is loaded and where it is "
             "used.")));
  made.push_back(about_convolution(
      places, taps, sums([](double in, double) { return in; }),
      saying("with " + of_places + " and d_filter full of ones",
             "The taps are right, but the input is read at other places: look at the index of the "
             "input (i + j), where it is loaded and where it is used.")));
  made.push_back(about_convolution(
      places, numbers, sums([](double in, double tap) { return in * tap; }),
      saying("with " + of_places + " and " + of_numbers,
             "The right inputs and taps are used, but not those that belong together: d_in[i + j] "
             "is to be multiplied by d_filter[j], with the same j.")));
  return made;
}

// ---- One sum ------------------------------------------------------------------------------------

std::vector<input_probe> sum_probes(int n) {
  std::vector<input_probe> made;
  const auto ask = [&](const std::vector<int>& in, double want,
                       const std::function<input_probe::answer(const element&)>& answer) {
    input_probe what;
    what.output = "d_out";
    what.input("d_in", in);
    what.look = [want, answer](const std::vector<double>& got) {
      const auto wrong = first_wrong(got, 1, [want](std::size_t, std::size_t) { return want; });
      return wrong ? std::optional(answer(*wrong)) : std::nullopt;
    };
    made.push_back(std::move(what));
  };
  const auto count = static_cast<std::size_t>(n);
  ask(std::vector<int>(count, 1), n, [](const element& seen) {
    return answer_of_ones("with d_in full of ones", "the sum", "numbers", seen);
  });
  constexpr std::size_t period = 1000; // sums stay exact
  std::vector<int> indices(count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += indices[i] = static_cast<int>(i % period);
  ask(indices, sum, [](const element& seen) {
    return input_probe::answer{
        fmt::format("with d_in[i] = i % 1000 the sum should be {} and is {}", number(seen.want),
                    number(seen.got)),
        "As many numbers are added as there should be, but some of them twice and "
        "others never: which thread loads which elements?"};
  });
  return made;
}

} // namespace cudalab::grader
