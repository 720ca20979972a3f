// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cases/matmul_mistakes.h"

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

/// M and N are read with these strides.
void add_wrong_index(test_case& one, const std::shared_ptr<const matrices>& of,
                     const std::string& message, strides m, strides n) {
  if ((of->I - 1) * m.row + (of->J - 1) * m.column >= of->m.size() ||
      (of->J - 1) * n.row + (of->K - 1) * n.column >= of->n.size())
    return; // this mistake reads outside: what it finds there is not known
  one.known_mistake("d_P", {message, [of, m, n] {
                              std::vector<double> p(of->I * of->K, 0.0);
                              for (std::size_t i = 0; i < of->I; ++i)
                                for (std::size_t j = 0; j < of->J; ++j)
                                  for (std::size_t k = 0; k < of->K; ++k)
                                    p[i * of->K + k] += double{of->m[i * m.row + j * m.column]} *
                                                        of->n[j * n.row + k * n.column];
                              return p;
                            }});
}

} // namespace

void add_index_mistakes(test_case& one, const product_sizes& sizes) {
  const std::shared_ptr<const matrices> of = inputs_of(one, sizes);
  const std::size_t i = of->I, j = of->J, k = of->K;
  const strides m{j, 1}, n{k, 1}; // the right ones
  const std::string m_exchanged = "row and column of M are exchanged: it should be M[row * J + j]";
  const std::string n_exchanged = "row and column of N are exchanged: it should be N[j * K + col]";
  add_wrong_index(one, of, m_exchanged, {1, i}, n);
  add_wrong_index(one, of, m_exchanged, {1, j}, n);
  add_wrong_index(one, of, n_exchanged, m, {1, j});
  add_wrong_index(one, of, n_exchanged, m, {1, k});
  add_wrong_index(one, of, "M is read as if its rows had K elements: they have J", {k, 1}, n);
  add_wrong_index(one, of, "N is read as if its rows had J elements: they have K", m, {j, 1});
  add_wrong_index(one, of, "M is read as if its rows had K elements, and N as if they had J",
                  {k, 1}, {j, 1});
}

void add_partial_sum(test_case& one, const product_sizes& sizes, const std::string& message,
                     int first, int last) {
  one.known_mistake("d_P", {message, [of = inputs_of(one, sizes), first, last] {
                              std::vector<float> part = of->m;
                              for (std::size_t i = 0; i < part.size(); ++i) {
                                const int j = static_cast<int>(i % of->J);
                                if (j < first || j >= last)
                                  part[i] = 0;
                              }
                              return product(part, of->n, of->I, of->J, of->K);
                            }});
}

} // namespace cudalab::grader
