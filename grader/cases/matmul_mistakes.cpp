// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul_mistakes.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

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
  add_wrong_index(one, of, "n_rows_of_j", "N is read as if its rows had J elements: they have K", m,
                  {j, 1});
  add_wrong_index(one, of, "rows_exchanged",
                  "M is read as if its rows had K elements, and N as if they had J", {k, 1},
                  {j, 1});
}

void add_coverage_mistakes(test_case& one, const product_sizes& sizes, int side) {
  const std::shared_ptr<const matrices> of = inputs_of(one, sizes);
  const auto add = [&](const std::string& id, const std::string& message, std::size_t rows,
                       std::size_t columns, const std::string& next, const std::string& form = "") {
    one.known_mistake("d_P", {id,
                              message,
                              [of, rows, columns] {
                                auto p = product(of->m, of->n, of->I, of->J, of->K);
                                for (std::size_t i = 0; i < p.size(); ++i)
                                  if (i / of->K >= rows || i % of->K >= columns)
                                    p[i] = -HUGE_VAL; // never written
                                return p;
                              },
                              {},
                              next,
                              form});
  };
  const auto whole = [side](std::size_t size) {
    const auto block = static_cast<std::size_t>(side);
    return (size + block - 1) / block * block;
  };
  add("x_y_exchanged",
      "x and y, or I and K, are exchanged: of P's rows and columns those beyond its other side are "
      "never written",
      whole(of->K), whole(of->I),
      "x counts columns and belongs to K, y counts rows and belongs to I. Look at col, at row, at "
      "the "
      "condition around the store, and at dim3 grid(blocks along x, blocks along y).",
      std::to_string(side));
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
  add("rows_compared_with_k", "rows from K on are never written: the row is compared with K", of->K,
      of->K, "P has I rows and K columns: a thread has an element when row < I and col < K.");
  add("columns_compared_with_i",
      "columns from I on are never written: the column is compared with I", of->I, of->I,
      "P has I rows and K columns: a thread has an element when row < I and col < K.");
}

void add_partial_sum(test_case& one, const product_sizes& sizes, const std::string& id,
                     const std::string& message, int first, int last, const std::string& form) {
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
                            {},
                            form});
}

} // namespace cudalab::grader
