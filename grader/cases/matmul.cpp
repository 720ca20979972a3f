// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>

#include <fmt/format.h>

#include "grader/compare/tolerance.h"

namespace cudalab::grader {

namespace {

/// Above this many multiply-adds the whole product is not computed (about 0.1 s).
constexpr double largest_whole_product = 400.0 * 400.0 * 400.0;
constexpr int freivalds_rounds = 20; // a wrong row stays unseen once in a million
constexpr std::size_t rows_compared = 6;
constexpr std::size_t row_of_zeros = 1; ///< of M, where it has more than two rows

/// Where more products are added, a few that are missing are less than rounding may make: the
/// elements are whole numbers then, and no sum below 2^24 is rounded. Up to 7, and positive: what
/// is missing has no sum of 0.
constexpr std::size_t many_products = 1024;
constexpr int largest_whole_number = 7;
constexpr double of_whole_numbers = 0.25; ///< tolerance

/// Larger matrices are not there whole where a case is sampled.
constexpr std::size_t largest_stored = std::size_t{1} << 21;
constexpr std::size_t elements_of_page = 1024; ///< floats

struct factors {
  std::vector<float> m, n;
  std::size_t rows, inner, columns;
};

/// Several random vectors at once: their sums do not wait for each other.
constexpr std::size_t lanes = 4;
using each_lane = std::array<double, lanes>;
using sign_vectors = std::vector<each_lane>;

/// From each of up to `lanes` seeds, beginning with the one at `first`, a vector of +1 and -1. A
/// lane without a seed is 0.
sign_vectors random_signs(const std::vector<std::uint64_t>& seeds, std::size_t first,
                          std::size_t count) {
  sign_vectors r(count, each_lane{});
  for (std::size_t lane = 0; lane < lanes && first + lane < seeds.size(); ++lane) {
    random_source random(seeds[first + lane]);
    for (each_lane& signs : r)
      signs[lane] = (random.bits() & 1) != 0 ? 1.0 : -1.0;
  }
  return r;
}

template <class Number>
each_lane inner_products(const Number* numbers, const sign_vectors& vectors) {
  each_lane sums{};
  for (std::size_t k = 0; k < vectors.size(); ++k)
    for (std::size_t lane = 0; lane < lanes; ++lane)
      sums[lane] += static_cast<double>(numbers[k]) * vectors[k][lane];
  return sums;
}

std::vector<float> whole_numbers(random_source& random, std::size_t count) {
  std::vector<float> all(count);
  for (float& each : all)
    each = static_cast<float>(random.integer(1, largest_whole_number));
  return all;
}

std::vector<std::size_t> pick_rows(random_source& random, std::size_t rows) {
  std::vector<std::size_t> picked{0, rows - 1};
  while (picked.size() < rows_compared)
    picked.push_back(static_cast<std::size_t>(random.integer(0, static_cast<int>(rows) - 1)));
  return picked;
}

} // namespace

std::vector<double> product(const std::vector<float>& m, const std::vector<float>& n,
                            std::size_t rows, std::size_t inner, std::size_t columns) {
  std::vector<double> p(rows * columns, 0.0);
  constexpr std::size_t part = 64; // rows of N that stay in cache while all rows of P use them
  for (std::size_t first = 0; first < inner; first += part)
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = first; j < std::min(first + part, inner); ++j) {
        const double factor = m[i * inner + j];
        const float* line = n.data() + j * columns;
        double* sum = p.data() + i * columns;
        for (std::size_t k = 0; k < columns; ++k)
          sum[k] += factor * static_cast<double>(line[k]);
      }
  return p;
}

std::vector<double> product_row(const std::vector<float>& m, const std::vector<float>& n,
                                std::size_t inner, std::size_t columns, std::size_t row) {
  const auto first = m.begin() + static_cast<std::ptrdiff_t>(row * inner);
  const std::vector<float> line(first, first + static_cast<std::ptrdiff_t>(inner));
  return product(line, n, 1, inner, columns);
}

std::vector<std::size_t> suspicious_product_rows(const std::vector<float>& m,
                                                 const std::vector<float>& n,
                                                 const std::vector<double>& p, std::size_t rows,
                                                 std::size_t inner, std::size_t columns,
                                                 const std::vector<std::uint64_t>& signs,
                                                 double magnitude) {
  const double bound =
      std::sqrt(static_cast<double>(columns)) * random_sum_tolerance(inner, magnitude);
  std::vector<bool> suspicious(rows, false);
  for (std::size_t first = 0; first < signs.size(); first += lanes) {
    const sign_vectors r = random_signs(signs, first, columns);
    sign_vectors nr(inner);
    for (std::size_t j = 0; j < inner; ++j)
      nr[j] = inner_products(n.data() + j * columns, r);
    for (std::size_t i = 0; i < rows; ++i) {
      const each_lane left = inner_products(p.data() + i * columns, r);
      const each_lane right = inner_products(m.data() + i * inner, nr);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (!(std::abs(left[lane] - right[lane]) <= bound)) // also when it is NaN
          suspicious[i] = true;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < rows; ++i)
    if (suspicious[i])
      result.push_back(i);
  return result;
}

/// So many rows are whole pages.
std::size_t rows_of_pages(std::size_t columns) {
  return elements_of_page / std::gcd(elements_of_page, columns);
}

/// Rows of a matrix that is there over and over: whole pages, more than a few, and not so few that
/// `rows` are too many times as many. (One time more costs as much as some 200 elements.) No power
/// of two: a row that is counted in 16 bits is another one.
std::size_t rows_of_period(std::size_t whole, std::size_t rows) {
  constexpr std::size_t few = 16, most_repeated = 3000;
  std::size_t times = whole < few ? 5 : 3;
  while (rows / (times * whole) > most_repeated)
    times += 2;
  return times * whole;
}

/// `period` rows over and over.
std::vector<float> repeated_rows(const std::vector<float>& content, std::size_t rows,
                                 std::size_t columns, std::size_t period) {
  std::vector<float> all(rows * columns);
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = content[i % (period * columns)];
  return all;
}

/// Row `row % period` of the factor is multiplied with the sum of all that it meets.
std::vector<float> folded_columns(const std::vector<float>& m, std::size_t rows, std::size_t inner,
                                  std::size_t period) {
  std::vector<float> sums(rows * period, 0.0f);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < inner; ++j)
      sums[i * period + j % period] += m[i * inner + j];
  return sums;
}

test_case matmul_case(random_source& random, const std::string& name, const std::string& function,
                      int I, int J, int K, std::size_t block, float magnitude) {
  const auto data = std::make_shared<factors>();
  data->rows = static_cast<std::size_t>(I);
  data->inner = static_cast<std::size_t>(J);
  data->columns = static_cast<std::size_t>(K);
  const bool whole = static_cast<double>(I) * J * K <= largest_whole_product;
  const bool exact = whole && data->inner > many_products;
  const auto drawn = [&](std::size_t count) {
    return exact ? whole_numbers(random, count) : random.floats(count);
  };
  data->m = drawn(data->rows * data->inner);
  for (float& each : data->m)
    each *= magnitude;
  data->n = drawn(data->inner * data->columns);
  if (data->rows > row_of_zeros + 1)
    std::fill_n(data->m.begin() + static_cast<std::ptrdiff_t>(row_of_zeros * data->inner),
                data->inner, 0.0f);

  expectation wanted;
  wanted.atol = exact ? of_whole_numbers * magnitude : sum_tolerance(data->inner, magnitude);
  wanted.shape = {data->rows, data->columns, block, block};
  if (!whole) {
    std::vector<std::uint64_t> signs(freivalds_rounds);
    std::generate(signs.begin(), signs.end(), [&random] { return random.bits(); });
    wanted.rows.sampled_rows = pick_rows(random, data->rows);
    wanted.rows.row = [data](std::size_t row) {
      return product_row(data->m, data->n, data->inner, data->columns, row);
    };
    wanted.rows.suspicious_rows = [data, signs, magnitude](const std::vector<double>& got) {
      return suspicious_product_rows(data->m, data->n, got, data->rows, data->inner, data->columns,
                                     signs, magnitude);
    };
  }
  test_case result(name, function);
  result.input("d_M", data->m)
      .input("d_N", data->n)
      .output("d_P", protocol::element_type::float32, data->rows * data->columns)
      .only_written()
      .value("I", I)
      .value("J", J)
      .value("K", K)
      .expect("d_P", [data, wanted, whole] {
        expectation made = wanted;
        if (whole)
          made.want = product(data->m, data->n, data->rows, data->inner, data->columns);
        return made;
      });
  return result;
}

test_case sampled_matmul_case(random_source& random, const std::string& function,
                              const product_sizes& s) {
  const auto rows = static_cast<std::size_t>(s.I), inner = static_cast<std::size_t>(s.J),
             columns = static_cast<std::size_t>(s.K);
  const bool large_m = rows * inner > largest_stored, large_n = inner * columns > largest_stored,
             large_p = rows * columns > largest_stored;
  const std::size_t of_m = large_m ? rows_of_pages(inner) : 1,
                    of_p = large_p ? rows_of_pages(columns) : 1,
                    period = std::min(rows, rows_of_period(std::lcm(of_m, of_p), rows)),
                    of_n = large_n ? rows_of_period(rows_of_pages(columns), inner) : inner;
  const std::vector<float> m = random.floats(period * inner), n = random.floats(of_n * columns);
  const std::size_t stored = large_p ? period : rows;

  test_case one(fmt::format("{} x {} x {}, some of its blocks", s.I, s.J, s.K), function);
  one.input("d_M", large_m ? m : repeated_rows(m, rows, inner, period));
  if (large_m)
    one.repeated_to(rows * inner);
  one.input("d_N", n);
  if (large_n)
    one.repeated_to(inner * columns);
  one.output("d_P", protocol::element_type::float32, stored * columns).only_written();
  if (large_p)
    one.repeated_to(rows * columns);
  if (rows == 1 || columns == 1)
    one.stored_by(protocol::element_maker::threads_that_go_on);
  one.value("I", s.I).value("J", s.J).value("K", s.K).sampled(1);
  one.expect("d_P", [=] {
    expectation wanted;
    wanted.want =
        product(large_n ? folded_columns(m, period, inner, of_n) : m, n, period, of_n, columns);
    const std::size_t made = wanted.want.size();
    wanted.want.resize(stored * columns);
    for (std::size_t i = made; i < wanted.want.size(); ++i)
      wanted.want[i] = wanted.want[i - made];
    wanted.atol = sum_tolerance(inner, 1.0);
    wanted.shape = {stored, columns, 0, 0};
    wanted.in_part = true;
    if (large_p)
      wanted.place_name = [period](std::size_t row, std::size_t column) {
        return fmt::format("column {} of row {}, or of {}, {}, ..., which lie in the same memory",
                           column, row, row + period, row + 2 * period);
      };
    return wanted;
  });
  return one;
}

test_case many_columns_case(random_source& random, const std::string& function,
                            const product_sizes& s) {
  constexpr std::size_t stored = std::size_t{1} << 17;
  const auto rows = static_cast<std::size_t>(s.I), inner = static_cast<std::size_t>(s.J),
             columns = static_cast<std::size_t>(s.K);
  const std::vector<float> row_of_m = random.floats(inner), row_of_n = random.floats(stored);
  test_case one(fmt::format("{}, {} x {} x {}, some of its blocks", function, s.I, s.J, s.K),
                function);
  one.input("d_M", repeated_rows(row_of_m, rows, inner, 1))
      .input("d_N", row_of_n)
      .repeated_to(inner * columns)
      .output("d_P", protocol::element_type::float32, stored)
      .repeated_to(rows * columns)
      .only_written()
      .stored_by(protocol::element_maker::enough_blocks)
      .value("I", s.I)
      .value("J", s.J)
      .value("K", s.K)
      .sampled(1)
      .expect("d_P", [=] {
        expectation wanted;
        wanted.want = product(folded_columns(row_of_m, 1, inner, 1), row_of_n, 1, 1, stored);
        wanted.atol = sum_tolerance(inner, 1.0);
        wanted.shape = {1, stored, 0, 0};
        wanted.in_part = true;
        wanted.place_name = [=](std::size_t, std::size_t column) {
          return fmt::format("column {} of a row, or {}, {}, ..., which lie in the same memory",
                             column, column + stored, column + 2 * stored);
        };
        return wanted;
      });
  return one;
}

} // namespace cudalab::grader
