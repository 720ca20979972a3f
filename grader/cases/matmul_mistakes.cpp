// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul_mistakes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"

namespace cudalab::grader {

namespace {

/// The inputs of a case, shared by its mistakes.
struct matrices {
  std::vector<float> m, n;
  std::size_t I, J, K;
};

std::shared_ptr<const matrices> inputs_of(const test_case& one, const product_sizes& sizes) {
  return std::make_shared<const matrices>(
      matrices{one.floats(0), one.floats(1), static_cast<std::size_t>(sizes.I),
               static_cast<std::size_t>(sizes.J), static_cast<std::size_t>(sizes.K)});
}

/// How far apart two rows and two columns of a matrix are thought to be.
struct strides {
  std::size_t row, column;
};

/// What is read outside is not known.
double at(const std::vector<float>& matrix, std::size_t index) {
  return index < matrix.size() ? double{matrix[index]} : HUGE_VAL;
}

/// M and N are read with these strides.
void add_wrong_index(test_case& one, const std::shared_ptr<const matrices>& of,
                     const std::string& id, const std::string& message, strides m, strides n,
                     const std::string& form = "") {
  one.known_mistake("d_P", {id,
                            message,
                            [of, m, n] {
                              std::vector<double> p(of->I * of->K, 0.0);
                              for (std::size_t i = 0; i < of->I; ++i)
                                for (std::size_t j = 0; j < of->J; ++j)
                                  for (std::size_t k = 0; k < of->K; ++k)
                                    p[i * of->K + k] += at(of->m, i * m.row + j * m.column) *
                                                        at(of->n, j * n.row + k * n.column);
                              for (double& each : p)
                                if (!std::isfinite(each))
                                  each = HUGE_VAL;
                              return p;
                            },
                            {},
                            {},
                            form});
}

/// What is stored at other places than it should be, or made by other threads.
class stored_elsewhere {
public:
  explicit stored_elsewhere(const matrices& of) : p_(of.I * of.K), times_(p_.size()) {}

  void store(std::size_t place, double value) {
    if (place >= p_.size())
      return;
    p_[place] = std::isfinite(value) ? value : HUGE_VAL;
    ++times_[place];
  }
  /// Who comes last to a place is not known.
  std::vector<double> made() {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (times_[i] != 1)
        p_[i] = times_[i] == 0 ? -HUGE_VAL : HUGE_VAL;
    return std::move(p_);
  }

private:
  std::vector<double> p_;
  std::vector<int> times_;
};

/// The rows of P are taken to have J elements.
std::vector<double> with_rows_of_j(const matrices& of) {
  const std::vector<double> right = product(of.m, of.n, of.I, of.J, of.K);
  stored_elsewhere p(of);
  for (std::size_t i = 0; i < right.size(); ++i)
    p.store(i / of.K * of.J + i % of.K, right[i]);
  return p.made();
}

/// The kernel takes J for K and K for J. Where the grid then has too few blocks, or the kernel
/// leaves the matrices, nothing is known.
std::vector<double> with_j_for_k(const matrices& of) {
  if (of.J > of.K)
    return std::vector<double>(of.I * of.K, HUGE_VAL);
  stored_elsewhere p(of);
  for (std::size_t i = 0; i < of.I; ++i)
    for (std::size_t k = 0; k < of.J; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < of.K; ++j)
        sum += at(of.m, i * of.K + j) * at(of.n, j * of.J + k);
      p.store(i * of.J + k, sum);
    }
  return p.made();
}

/// The loop over j ends at K.
std::vector<double> with_k_products(const matrices& of) {
  if (of.K > of.J)
    return std::vector<double>(of.I * of.K, HUGE_VAL); // beyond the matrices
  std::vector<float> first = of.m;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (i % of.J >= of.K)
      first[i] = 0;
  return product(first, of.n, of.I, of.J, of.K);
}

} // namespace

void add_index_mistakes(test_case& one, const product_sizes& sizes) {
  const std::shared_ptr<const matrices> of = inputs_of(one, sizes);
  const std::size_t i = of->I, j = of->J, k = of->K;
  const strides m{j, 1}, n{k, 1}; // the right ones
  const std::string m_exchanged = "row and column of M are exchanged: it should be M[row * J + j]";
  const std::string n_exchanged = "row and column of N are exchanged: it should be N[j * K + col]";
  add_wrong_index(one, of, "m_exchanged", m_exchanged, {1, i}, n, "rows of I");
  add_wrong_index(one, of, "m_exchanged", m_exchanged, {1, j}, n, "rows of J");
  add_wrong_index(one, of, "n_exchanged", n_exchanged, m, {1, j}, "rows of J");
  add_wrong_index(one, of, "n_exchanged", n_exchanged, m, {1, k}, "rows of K");
  add_wrong_index(one, of, "m_rows_of_k", "M is read as if its rows had K elements: they have J",
                  {k, 1}, n);
  add_wrong_index(one, of, "m_rows_of_i", "M is read as if its rows had I elements: they have J",
                  {i, 1}, n);
  add_wrong_index(one, of, "n_rows_of_i", "N is read as if its rows had I elements: they have K", m,
                  {i, 1});
  add_wrong_index(one, of, "n_rows_of_j", "N is read as if its rows had J elements: they have K", m,
                  {j, 1});
  add_wrong_index(one, of, "rows_exchanged",
                  "M is read as if its rows had K elements, and N as if they had J", {k, 1},
                  {j, 1});
  if (j == k)
    return;
  const auto add = [&](const std::string& id, const std::string& message,
                       std::vector<double> (*make)(const matrices&), const std::string& next) {
    one.known_mistake("d_P", {id, message, [of, make] { return make(*of); }, {}, next});
  };
  add("p_rows_of_j", "P is stored as if its rows had J elements: they have K", with_rows_of_j,
      "It is P[row * K + col].");
  add("j_k_exchanged", "J and K are exchanged on the way to the kernel, or in it", with_j_for_k,
      "Are the sizes at the launch in the order of the kernel's parameters?");
  add("k_products", "the sum has K products: it should have J", with_k_products,
      "M[row][j] and N[j][col]: j runs over the columns of M, from 0 to J - 1. Where does K stand "
      "for J: in a loop, or in a condition on which an element of N is loaded? (Its row is below "
      "J, its column below K.)");
}

namespace {

constexpr std::size_t all_of_them = SIZE_MAX;

/// The product, of which nothing is written from row `rows` and column `columns` on.
std::vector<double> product_within(const matrices& of, std::size_t rows, std::size_t columns) {
  std::vector<double> p = product(of.m, of.n, of.I, of.J, of.K);
  for (std::size_t i = 0; i < p.size(); ++i)
    if (i / of.K >= rows || i % of.K >= columns)
      p[i] = -HUGE_VAL; // never written
  return p;
}

std::vector<double> nothing_known(const matrices& of) {
  return std::vector<double>(of.I * of.K, HUGE_VAL);
}

/// J stands where I or K belongs, in the grid or in the condition.
void add_limits_of_j(test_case& one, const std::shared_ptr<const matrices>& of,
                     std::size_t whole_j) {
  for (const bool rows : {true, false})
    for (const bool of_grid : {true, false}) {
      const std::size_t limit = of_grid ? whole_j : of->J, side = rows ? of->I : of->K;
      if (limit >= side && (of_grid || of->J <= side))
        continue; // right all the same
      one.known_mistake(
          "d_P", {rows ? "rows_limited_by_j" : "columns_limited_by_j",
                  rows ? "rows from J on are never written: J stands where I belongs"
                       : "columns from J on are never written: J stands where K belongs",
                  [of, rows, limit, side] {
                    if (limit >= side) // threads beyond P work: what they do is not known
                      return nothing_known(*of);
                    return rows ? product_within(*of, limit, all_of_them)
                                : product_within(*of, all_of_them, limit);
                  },
                  {},
                  "P has I rows and K columns, and J is no side of it: look at the grid, and at "
                  "the condition that keeps threads out.",
                  of_grid ? "grid" : "guard"});
    }
}

/// The blocks begin too near to each other: at blockIdx + threadIdx, or at blockIdx * gridDim.
void add_overlapping_blocks(test_case& one, const std::shared_ptr<const matrices>& of,
                            std::size_t side) {
  const auto reach = [side](std::size_t size, bool left_out) {
    const std::size_t blocks = (size + side - 1) / side, step = left_out ? 1 : blocks;
    return step >= side ? all_of_them : (blocks - 1) * step + side;
  };
  const auto add = [&](bool left_out, bool in_rows, bool in_columns) {
    const std::size_t rows = in_rows ? reach(of->I, left_out) : all_of_them,
                      columns = in_columns ? reach(of->K, left_out) : all_of_them;
    const bool has_gaps = (in_rows && of->I > side * side) || (in_columns && of->K > side * side);
    if (rows >= of->I && columns >= of->K && (left_out || !has_gaps))
      return;
    one.known_mistake(
        "d_P", {left_out ? "block_size_left_out" : "grid_size_for_block_size",
                left_out ? "the blocks overlap: blockIdx and threadIdx are added, without the size "
                           "of a block"
                         : "the blocks overlap: gridDim, the number of blocks, stands where "
                           "blockDim, the size of a block, belongs",
                [of, rows, columns, unknown = !left_out && has_gaps] {
                  return unknown ? nothing_known(*of) : product_within(*of, rows, columns);
                },
                {},
                "A block begins at blockIdx.x * blockDim.x, and likewise in y.",
                fmt::format("{}{}", in_columns ? "x" : "", in_rows ? "y" : "")});
  };
  for (const bool left_out : {true, false})
    for (const auto& [rows, columns] : {std::pair{true, true}, {true, false}, {false, true}})
      add(left_out, rows, columns);
}

/// Which tiles of a row-major order get a block where their row is block * (1 / tiles in a row), in
/// float, cut off. Empty: all do, or some blocks make no tile of a right row.
std::vector<bool> made_by_reciprocal(std::size_t across, std::size_t down) {
  std::vector<bool> made(across * down);
  const float per_row = 1.0F / static_cast<float>(across);
  for (std::size_t block = 0; block < made.size(); ++block) {
    const auto row = static_cast<std::size_t>(static_cast<float>(block) * per_row);
    if (row * across > block)
      return {};
    const std::size_t column = block - row * across;
    if (row < down && column < across)
      made[row * across + column] = true;
  }
  const bool all = std::all_of(made.begin(), made.end(), [](bool each) { return each; });
  return all ? std::vector<bool>() : made;
}

/// A grid of one dimension, whose row is found by a multiplication.
void add_reciprocal(test_case& one, const std::shared_ptr<const matrices>& of, std::size_t side) {
  const std::size_t across = (of->K + side - 1) / side, down = (of->I + side - 1) / side;
  const std::vector<bool> made = made_by_reciprocal(across, down);
  if (made.empty())
    return;
  one.known_mistake(
      "d_P", {"row_by_reciprocal",
              fmt::format("the tiles are missing whose row is found wrong when a block's number is "
                          "multiplied by 1.0f / {0}, for {0} tiles in a row: in float {0} * (1.0f "
                          "/ {0}) may be a little less than 1, and that is cut off to 0",
                          across),
              [of, made, across, side] {
                std::vector<double> p = product(of->m, of->n, of->I, of->J, of->K);
                for (std::size_t i = 0; i < p.size(); ++i)
                  if (!made[i / of->K / side * across + i % of->K / side])
                    p[i] = -HUGE_VAL; // never written
                return p;
              },
              {},
              "Divide whole numbers: block / tiles and block % tiles, both of type int.",
              std::to_string(side)});
}

} // namespace

void add_coverage_mistakes(test_case& one, const product_sizes& sizes, int side) {
  const std::shared_ptr<const matrices> of = inputs_of(one, sizes);
  const auto add = [&](const std::string& id, const std::string& message, std::size_t rows,
                       std::size_t columns, const std::string& next, const std::string& form = "") {
    one.known_mistake("d_P", {id,
                              message,
                              [of, rows, columns] { return product_within(*of, rows, columns); },
                              {},
                              next,
                              form});
  };
  const auto whole = [side](std::size_t size) {
    const auto block = static_cast<std::size_t>(side);
    return (size + block - 1) / block * block;
  };
  const auto one_more = [side](std::size_t size) {
    const auto block = static_cast<std::size_t>(side);
    return (size / block + 1) * block;
  };
  const auto add_exchanged = [&](std::size_t rows, std::size_t columns, const std::string& form) {
    add("x_y_exchanged",
        "x and y, or I and K, are exchanged: of P's rows and columns those beyond its other side "
        "are never written",
        rows, columns,
        "x counts columns and belongs to K, y counts rows and belongs to I. Look at col, at row, "
        "at the condition around the store, and at dim3 grid(blocks along x, blocks along y).",
        form);
  };
  add_exchanged(whole(of->K), whole(of->I), std::to_string(side));
  add_exchanged(one_more(of->K), one_more(of->I), fmt::format("{}, one block more", side));
  for (const int smaller : {4, 8})
    if (smaller < side) {
      const auto made = [side, smaller, whole](std::size_t size) {
        return whole(size) / static_cast<std::size_t>(side) * static_cast<std::size_t>(smaller);
      };
      add("blocks_smaller_than_counted",
          "the grid counts blocks of " + std::to_string(side) + " x " + std::to_string(side) +
              ", and the blocks have " + std::to_string(smaller) + " x " + std::to_string(smaller) +
              " threads",
          made(of->I), made(of->K),
          "Divide P's sides by the sides of the block, rounded up: one constant for both.",
          std::to_string(smaller));
    }
  add_limits_of_j(one, of, whole(of->J));
  add_overlapping_blocks(one, of, static_cast<std::size_t>(side));
  add_reciprocal(one, of, static_cast<std::size_t>(side));
  add("rows_compared_with_k", "rows from K on are never written: the row is compared with K", of->K,
      of->K, "P has I rows and K columns: a thread has an element when row < I and col < K.");
  add("columns_compared_with_i",
      "columns from I on are never written: the column is compared with I", of->I, of->I,
      "P has I rows and K columns: a thread has an element when row < I and col < K.");
}

void add_partial_sum(test_case& one, const product_sizes& sizes, const std::string& id,
                     const std::string& message, int first, int last, const std::string& form,
                     const std::string& next) {
  one.known_mistake("d_P", {id,
                            message,
                            [of = inputs_of(one, sizes), first, last] {
                              std::vector<float> part = of->m;
                              for (std::size_t i = 0; i < part.size(); ++i) {
                                const int j = static_cast<int>(i % of->J);
                                if (j < first || j >= last)
                                  part[i] = 0;
                              }
                              return product(part, of->n, of->I, of->J, of->K);
                            },
                            {},
                            next,
                            form});
}

} // namespace cudalab::grader
