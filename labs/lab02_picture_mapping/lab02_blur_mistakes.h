// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02, exercise 4: blurred pictures that come out of well-known mistakes.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lab02_mistakes.h"

namespace cudalab::lab02 {

/// The sum of value(y, x) over the 3 x 3 places around (row, col).
template <class Value>
double sum_around(int row, int col, Value value) {
  double sum = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      sum += value(y, x);
  return sum;
}

/// Mistakes in which pixels exist.
inline void add_edge_mistakes(test_case& one, const shared_picture& of) {
  const auto add = [&](const std::string& id, const std::string& message, const pixel_rule& rule,
                       const std::string& next) { add_mistake(one, of, id, message, rule, next); };
  add(
      "blur_divided_by_nine",
      "the sum is divided by 9 at the edges too: there are only 6 pixels there, and 4 in a corner",
      [](const picture& p, int row, int col) {
        return sum_around(row, col, [&p](int y, int x) { return p.has(y, x) ? p.at(y, x) : 0; }) /
               9;
      },
      "count the pixels that you add, and divide by that number");
  add(
      "blur_only_rows_checked",
      "neighbours beyond the left and the right edge are read: only their rows are looked at",
      [](const picture& p, int row, int col) {
        return mean_around(p, row, col, [&p](int y, int) { return y >= 0 && y < p.height; });
      },
      "ask for each neighbour whether 0 <= its column < width, too");
  add(
      "blur_nothing_checked",
      "neighbours beyond the left and the right edge are read: they are pixels of other rows",
      [](const picture& p, int row, int col) {
        return sum_around(row, col, [&p](int y, int x) { return p.at(y, x); }) / 9;
      },
      "ask for each neighbour whether 0 <= its column < width and 0 <= its row < height");
  add(
      "blur_clamped",
      "pixels at the edge are counted more than once: outside the picture there is nothing",
      [](const picture& p, int row, int col) {
        return sum_around(row, col,
                          [&p](int y, int x) {
                            return p.at(std::clamp(y, 0, p.height - 1),
                                        std::clamp(x, 0, p.width - 1));
                          }) /
               9;
      },
      "leave out neighbours that do not exist, and divide by the number of those that do");
  add(
      "blur_wrapped", "neighbours come from the opposite edge: a picture is not round",
      [](const picture& p, int row, int col) {
        return sum_around(row, col,
                          [&p](int y, int x) {
                            return p.at((y + p.height) % p.height, (x + p.width) % p.width);
                          }) /
               9;
      },
      "leave out neighbours that do not exist");
  add(
      "blur_bounds_exchanged",
      "the bounds of the neighbours are exchanged: columns are compared with height, and rows with "
      "width",
      [](const picture& p, int row, int col) {
        return mean_around(p, row, col, [&p](int y, int x) {
          return y >= 0 && y < p.width && x >= 0 && x < p.height;
        });
      },
      "a neighbour exists when 0 <= its column < width and 0 <= its row < height");
  add(
      "blur_first_left_out",
      "the first row and the first column count as outside: 0 is a row and a column too",
      [](const picture& p, int row, int col) {
        return mean_around(p, row, col,
                           [&p](int y, int x) { return p.has(y, x) && y > 0 && x > 0; });
      },
      "a neighbour exists when its row and its column are >= 0");
  add(
      "blur_last_left_out", "the last row and the last column count as outside",
      [](const picture& p, int row, int col) {
        return mean_around(p, row, col, [&p](int y, int x) {
          return p.has(y, x) && y < p.height - 1 && x < p.width - 1;
        });
      },
      "a neighbour exists when its row is < height and its column < width");
}

/// Of a picture with a pixel that is 0.
inline void add_zero_left_out(test_case& one, const shared_picture& of) {
  add_mistake(
      one, of, "blur_zero_left_out",
      "a pixel that is 0 is left out: the mean is wrong around it, as if there were no such pixel",
      [](const picture& p, int row, int col) {
        return mean_around(p, row, col,
                           [&p](int y, int x) { return p.has(y, x) && p.at(y, x) != 0; });
      },
      "A neighbour counts when it is in the picture, whatever its value: ask for its row and its "
      "column");
}

/// Where nothing is added: 0 / 0.
inline void add_not_a_number(test_case& one, const shared_picture& of) {
  struct edges {
    const char *id, *where, *words;
    bool row, column;
  };
  for (const edges& each :
       {edges{"blur_nan_first_row", "the first row is", "row - 1 run where row", true, false},
        edges{"blur_nan_first_column", "the first column is", "col - 1 run where col", false, true},
        edges{"blur_nan_first", "the first row and the first column are",
              "row - 1, or from col - 1, run where that", true, true}}) {
    grader::misconception nan{
        each.id,
        fmt::format("{} NaN (not a number), and all else is right", each.where),
        {},
        [of, each](const std::vector<double>& got) {
          constexpr double relative = 1e-5;
          const std::vector<double> right = made_by(blurred, *of);
          for (std::size_t i = 0; i < got.size(); ++i) {
            const auto width = static_cast<std::size_t>(of->width);
            const bool at_edge = (each.row && i / width == 0) || (each.column && i % width == 0);
            if (at_edge != std::isnan(got[i]) ||
                (!at_edge && !(std::abs(got[i] - right[i]) <= relative * std::abs(right[i]))))
              return false;
          }
          return true;
        },
        fmt::format("0 / 0 is NaN. Is anything added there: does the loop from {} is 0? In an "
                    "unsigned variable, 0 - 1 is a very large number.",
                    each.words)};
    nan.vague = true;
    one.known_mistake("d_out", nan);
  }
}

/// True when all nine pixels around a place exist.
inline bool inside(const picture& p, int row, int col) {
  return p.has(row - 1, col - 1) && p.has(row + 1, col + 1);
}

inline void add_blur_mistakes(test_case& one, const shared_picture& of) {
  const auto add = [&](const std::string& id, const std::string& message, const pixel_rule& rule,
                       const std::string& next) { add_mistake(one, of, id, message, rule, next); };
  // The mean of those neighbours for which counts(y - row, x - col) is true.
  const auto mean_of = [](bool (*counts)(int, int)) -> pixel_rule {
    return [counts](const picture& p, int row, int col) {
      return mean_around(p, row, col,
                         [&](int y, int x) { return p.has(y, x) && counts(y - row, x - col); });
    };
  };
  const std::string loops = "both loops go from -1 to 1, both included";
  add(
      "blur_edges_copied",
      "the pixels at the edge are copied: they have neighbours too, only fewer",
      [](const picture& p, int row, int col) {
        return inside(p, row, col) ? blurred(p, row, col) : p.at(row, col);
      },
      "let every thread with a pixel store a mean, of 4, 6 or 9 pixels");
  add(
      "blur_sum", "the sum is stored, not the mean",
      [](const picture& p, int row, int col) {
        return sum_around(row, col, [&p](int y, int x) { return p.has(y, x) ? 1 : 0; }) *
               blurred(p, row, col);
      },
      "divide by the number of pixels that you added");
  add("blur_centre_left_out", "the pixel itself is left out",
      mean_of([](int y, int x) { return y != 0 || x != 0; }), "the pixel is one of the nine");
  add("blur_corners_left_out", "the corners of the neighbourhood are left out",
      mean_of([](int y, int x) { return y == 0 || x == 0; }), loops);
  add("blur_only_row", "only pixels of the same row are added",
      mean_of([](int y, int) { return y == 0; }), loops);
  add("blur_only_column", "only pixels of the same column are added",
      mean_of([](int, int x) { return x == 0; }), loops);
  add("blur_loops_too_short", "the neighbours to the right and below are left out",
      mean_of([](int y, int x) { return y < 1 && x < 1; }), loops);
  add_edge_mistakes(one, of);
  add_zero_left_out(one, of);
  add_not_a_number(one, of);
  grader::misconception zero{
      "blur_zero",
      "every pixel is 0: a sum in an int would be, since it loses the digits "
      "after the point, and pixels are between 0 and 1",
      [of] { return std::vector<double>(of->pixels.size()); },
      {},
      "Is the sum a float? If it is: do the neighbours get into it, and is "
      "it what is stored?"};
  zero.vague = true; // much else makes zeros
  one.known_mistake("d_out", zero);
  add(
      "blur_edges_unwritten",
      "the pixels at the edge are never written: they have neighbours too, only fewer",
      [](const picture& p, int row, int col) {
        return inside(p, row, col) ? blurred(p, row, col) : unwritten;
      },
      "let every thread with a pixel store a mean, of 4, 6 or 9 pixels");
}

/// Which pixels a mean takes, by their value.
using counted_values = std::function<bool(double)>;

/// Some pixels of certain values are in no mean. It says what the result is like: such pictures are
/// few.
/// @param what "pixels below 0" @param may_count one of these is what was done
inline void add_left_out(test_case& one, const shared_picture& of, double tolerance,
                         const std::string& id, const std::string& what,
                         const std::vector<counted_values>& may_count) {
  grader::misconception left_out{
      id,
      what + " are left out of the mean",
      {},
      [of, tolerance, may_count](const std::vector<double>& got) {
        for (const counted_values& counts : may_count) {
          const std::vector<double> made = made_by(
              [&counts](const picture& p, int row, int col) {
                return mean_around(p, row, col,
                                   [&](int y, int x) { return p.has(y, x) && counts(p.at(y, x)); });
              },
              *of);
          bool any = false, all = true;
          for (std::size_t i = 0; all && i < got.size(); ++i) {
            if (!std::isfinite(got[i])) // never written, or no pixel was left
              continue;
            any = true;
            all = std::isfinite(made[i]) && std::abs(got[i] - made[i]) <= tolerance;
          }
          if (any && all)
            return true;
        }
        return false;
      },
      "A neighbour counts when it is in the picture, whatever its value: lab02.h allows any "
      "finite number. If a value marks what is outside, ask for the row and the column in its "
      "place. (Where all are left out, 0 / 0 is NaN.)"};
  left_out.vague = true;
  one.known_mistake("d_out", left_out);
}

inline void add_negative_left_out(test_case& one, const shared_picture& of, double tolerance) {
  add_left_out(one, of, tolerance, "blur_negative_left_out", "pixels below 0",
               {[](double value) { return value >= 0; }, [](double value) { return value > 0; }});
}

/// Of a picture whose pixels have these values often.
inline void add_marks_left_out(test_case& one, const shared_picture& of, double tolerance,
                               const std::vector<float>& marks) {
  for (const double mark : marks)
    add_left_out(one, of, tolerance, "blur_mark_left_out",
                 fmt::format("pixels that are exactly {:.0f}", mark),
                 {[mark](double value) { return value != mark; }});
}

/// Of a picture with small pixels beside large ones.
inline void add_lost_beside_large(test_case& one, const shared_picture& of, double relative) {
  grader::misconception lost{
      "blur_lost_beside_large",
      "the mean of small pixels is wrong where large ones are in other places of the picture, by "
      "less than a float can tell of the large ones",
      {},
      [of, relative](const std::vector<double>& got) {
        constexpr double digits = 1e-6; // of the largest
        const double largest = *std::max_element(of->pixels.begin(), of->pixels.end());
        const std::vector<double> right = made_by(blurred, *of);
        bool any = false;
        for (std::size_t i = 0; i < got.size(); ++i) {
          if (!(std::abs(got[i] - right[i]) <= digits * largest))
            return false;
          any = any || std::abs(got[i] - right[i]) > relative * right[i];
        }
        return any;
      },
      "A float has 7 digits: when a large number is added to a sum and subtracted again, the small "
      "ones in it are gone. Is something subtracted, such as what leaves a running sum? Then add "
      "up the nine pixels of each place anew."};
  lost.vague = true;
  lost.only_here = true; // other pictures have nothing so large beside so small
  one.known_mistake("d_out", lost);
}

/// Of a picture of one row or one column, in which few pixels are to tell many mistakes apart: it
/// says what the result is like.
inline void add_thin_blur_mistakes(test_case& one, const shared_picture& of) {
  const pixel_rule counted_twice = [](const picture& p, int row, int col) {
    const double rows = row == 0 || row == p.height - 1 ? 2 : 3;
    const double columns = col == 0 || col == p.width - 1 ? 2 : 3;
    return sum_around(row, col, [&p](int y, int x) { return p.has(y, x) ? p.at(y, x) : 0; }) /
           (rows * columns);
  };
  grader::misconception divided{
      "blur_divided_by_too_many",
      "the sum is right, and divided by more pixels than there are: both edges of one row, or of "
      "one column, are the same one",
      [of, counted_twice] { return made_by(counted_twice, *of); },
      {},
      "count the pixels that you add, and divide by that number"};
  divided.vague = true;
  one.known_mistake("d_out", divided);
}

} // namespace cudalab::lab02
