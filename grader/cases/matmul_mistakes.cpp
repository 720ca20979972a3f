// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul_mistakes.h"

#include <cmath>
#include <memory>
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
