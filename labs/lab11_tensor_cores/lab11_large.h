// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Products near the limits of lab 11's header, of which some blocks are run
/// (grader::test_case::sampled()): for places in bytes that do not fit 32 bits, and for more blocks
/// than a grid has along y or z.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "lab11_cases.h"

namespace cudalab::lab11 {

/// So few rows of M and P are different, and so few columns of N and P. No powers of two: a place
/// that was counted in 16 or 32 bits is another one.
inline constexpr std::size_t different_rows = 11, different_columns = 3 << 10;
/// So many columns of N and of P are there, over and over. (One time more costs as much as some
/// 1,000 elements.)
inline constexpr std::size_t stored_columns = 3 << 19, stored_columns_of_p = 3 << 18;

/// So many rows of M or P are there: all different ones, whole pages, whatever a row's length (a
/// multiple of 16).
inline std::size_t stored_rows(std::size_t rows, std::size_t columns) {
  constexpr std::size_t whole = different_rows * 128, of_large = std::size_t{1} << 20,
                        large = std::size_t{1} << 28;
  const std::size_t elements = rows * columns > large ? of_large : of_large / 4;
  return std::max<std::size_t>(elements / (whole * columns), 1) * whole;
}

/// Numbers that come over and over make sums that are no longer of both signs at random, and then
/// no bound is asked for. A wrong place makes an element wrong by far more.
inline constexpr double precision_aside = 16;

inline std::vector<float> drawn_for(const exercise& of, random_source& random, std::size_t count) {
  const std::vector<float> numbers = random.floats(count);
  return of.of.packed ? rounded(of.of, numbers) : numbers;
}

/// As the exercise multiplies them.
inline std::vector<float> multiplied(const exercise& of, const std::vector<float>& numbers) {
  return of.function == "matmul_tf32" ? rounded(of_tf32, numbers) : numbers;
}

template <class Number>
std::vector<Number> over_and_over(const std::vector<Number>& some, std::size_t count) {
  std::vector<Number> all(count);
  for (std::size_t i = 0; i < count; i += some.size())
    std::copy_n(some.begin(), std::min(some.size(), count - i), all.begin() + std::ptrdiff_t(i));
  return all;
}

/// An array of `elements`, of which `stored` are there, and `numbers` are different.
inline void add_repeated(test_case& one, const exercise& of, const std::string& name,
                         const std::vector<float>& numbers, std::size_t stored,
                         std::size_t elements) {
  const std::size_t in_word = of.of.packed ? 2 : 1;
  if (of.of.packed)
    one.input(name, over_and_over(packed(of.of, numbers), stored / in_word))
        .title(name, of.of.name + ", two in each word");
  else
    one.input(name, over_and_over(numbers, stored));
  if (elements > stored)
    one.repeated_to(elements / in_word);
}

/// All rows of N are alike where `rows_of_n` is 1, else every so many. What M makes of them: row
/// i * rows_of_n + j is the sum of all elements of row i that meet such a row j.
inline std::vector<float> sums_that_meet(const std::vector<float>& m, std::size_t rows,
                                         std::size_t inner, std::size_t rows_of_n) {
  std::vector<float> sums(rows * rows_of_n, 0.0f);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < inner; ++j)
      sums[i * rows_of_n + j % rows_of_n] += m[i * inner + j];
  return sums;
}

inline std::string name_of_large(const exercise& of, const product_sizes& s) {
  return fmt::format("{}, {} x {} x {}, some of its blocks", of.function, s.I, s.J, s.K);
}

/// d_P, I, J, K, behind d_M and d_N. `want` are the elements of P that are there.
inline void add_rest(test_case& one, const product_sizes& s, std::size_t stored_elements,
                     std::function<grader::expectation()> want) {
  one.output("d_P", protocol::element_type::float32, stored_elements)
      .repeated_to(static_cast<std::size_t>(s.I) * static_cast<std::size_t>(s.K))
      .only_written()
      .value("I", s.I)
      .value("J", s.J)
      .value("K", s.K)
      .sampled(1)
      .expect("d_P", std::move(want));
}

/// M and P have very many rows.
inline test_case tall_case(const random_source& random, const exercise& of,
                           const product_sizes& s) {
  constexpr std::size_t rows_of_n = 5;
  const auto rows = static_cast<std::size_t>(s.I), inner = static_cast<std::size_t>(s.J),
             columns = static_cast<std::size_t>(s.K), stored = stored_rows(rows, columns);
  test_case one(name_of_large(of, s), of.function);
  random_source own = random.of(one.name());
  const std::vector<float> m = drawn_for(of, own, different_rows * inner),
                           n = drawn_for(of, own, rows_of_n * columns);
  add_repeated(one, of, "d_M", m, stored_rows(rows, inner) * inner, rows * inner);
  add_repeated(one, of, "d_N", n, inner * columns, inner * columns);
  add_rest(one, s, stored * columns, [=] {
    const std::vector<double> different =
        grader::product(sums_that_meet(multiplied(of, m), different_rows, inner, rows_of_n),
                        multiplied(of, n), different_rows, rows_of_n, columns);
    grader::expectation wanted;
    wanted.want = over_and_over(different, stored * columns);
    wanted.atol = precision_aside * tolerance(s.J);
    wanted.shape = {stored, columns, 0, 0};
    wanted.in_part = true;
    wanted.place_name = [stored](std::size_t row, std::size_t column) {
      return fmt::format("column {} of row {}, or of {}, {}, ..., which lie in the same memory",
                         column, row, row + stored, row + 2 * stored);
    };
    return wanted;
  });
  return one;
}

/// N and P have very many columns, a multiple of stored_columns. Their rows are all alike.
inline test_case wide_case(const random_source& random, const exercise& of,
                           const product_sizes& s) {
  const auto rows = static_cast<std::size_t>(s.I), inner = static_cast<std::size_t>(s.J),
             columns = static_cast<std::size_t>(s.K);
  test_case one(name_of_large(of, s), of.function);
  random_source own = random.of(one.name());
  const std::vector<float> m = drawn_for(of, own, inner), n = drawn_for(of, own, different_columns);
  add_repeated(one, of, "d_M", m, rows * inner, rows * inner);
  add_repeated(one, of, "d_N", n, stored_columns, inner * columns);
  add_rest(one, s, stored_columns_of_p, [=] {
    const std::vector<double> different = grader::product(
        sums_that_meet(multiplied(of, m), 1, inner, 1), multiplied(of, n), 1, 1, different_columns);
    grader::expectation wanted;
    wanted.want = over_and_over(different, stored_columns_of_p);
    wanted.atol = precision_aside * tolerance(s.J);
    wanted.shape = {1, stored_columns_of_p, 0, 0};
    wanted.in_part = true;
    wanted.place_name = [](std::size_t, std::size_t column) {
      return fmt::format("column {} of a row, or {}, {}, ..., which lie in the same memory", column,
                         column + stored_columns_of_p, column + 2 * stored_columns_of_p);
    };
    return wanted;
  });
  return one;
}

struct large_product {
  std::string function;
  product_sizes size; ///< with more rows than columns a tall_case(), else a wide_case()
};

/// All functions with all sizes, and products near the limits of the header.
inline case_maker products_and_large(const std::vector<std::string>& functions, const sizes& of,
                                     const std::vector<large_product>& large) {
  return [=](random_source& random) {
    std::vector<test_case> cases = products(functions, of)(random);
    for (const large_product& each : large)
      cases.push_back((each.size.I > each.size.K ? tall_case : wide_case)(
          random, exercise_of(each.function), each.size));
    return cases;
  };
}

} // namespace cudalab::lab11
