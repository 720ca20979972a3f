// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Products that come out of well-known mistakes. When a wrong result is one of them, the student
/// reads which mistake it was.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul.h"

namespace cudalab::lab04 {

/// The inputs of a case, shared by its mistakes.
struct matrices {
  std::vector<float> m, n;
  int I = 0, J = 0, K = 0;
};

inline std::vector<float> floats_of(const grader::test_case& one, std::size_t argument) {
  const auto& bytes = one.content(argument);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

/// Only the products with first <= j < last are added.
inline void add_partial_sum(grader::test_case& one, const std::shared_ptr<const matrices>& of,
                            const std::string& message, int first, int last) {
  one.known_mistake("d_P", {message, [of, first, last] {
                              std::vector<float> part = of->m;
                              for (std::size_t i = 0; i < part.size(); ++i) {
                                const int j = static_cast<int>(i % of->J);
                                if (j < first || j >= last)
                                  part[i] = 0;
                              }
                              return grader::product(part, of->n, of->I, of->J, of->K);
                            }});
}

/// How far apart two rows and two columns of a matrix are thought to be.
struct strides {
  std::size_t row, column;
};

/// M and N are read with these strides.
inline void add_wrong_index(grader::test_case& one, const std::shared_ptr<const matrices>& of,
                            const std::string& message, strides m, strides n) {
  if ((of->I - 1) * m.row + (of->J - 1) * m.column >= of->m.size() ||
      (of->J - 1) * n.row + (of->K - 1) * n.column >= of->n.size())
    return; // this mistake reads outside: what it finds there is not known
  one.known_mistake("d_P", {message, [of, m, n] {
                              const std::size_t I = of->I, J = of->J, K = of->K;
                              std::vector<double> p(I * K, 0.0);
                              for (std::size_t i = 0; i < I; ++i)
                                for (std::size_t j = 0; j < J; ++j)
                                  for (std::size_t k = 0; k < K; ++k)
                                    p[i * K + k] += double{of->m[i * m.row + j * m.column]} *
                                                    of->n[j * n.row + k * n.column];
                              return p;
                            }});
}

inline void add_partial_sums(grader::test_case& one, const std::shared_ptr<const matrices>& of,
                             int tile) {
  const int J = of->J;
  if (J <= tile)
    return; // a single phase
  // With one whole phase and a part, "only the first" and "without the last" are the same product:
  // the likelier mistake stands first.
  if (J % tile != 0)
    add_partial_sum(one, of,
                    fmt::format("the last, partial phase is missing from the sum: J = {} needs {} "
                                "phases with tiles of {}, rounded up",
                                J, (J + tile - 1) / tile, tile),
                    0, J / tile * tile);
  add_partial_sum(one, of,
                  fmt::format("only the first phase is in the sum: the first {} of the {} products "
                              "that make an element",
                              tile, J),
                  0, tile);
  add_partial_sum(one, of,
                  "only the last phase is in the sum: the sum must be set to 0 once, before the "
                  "first phase",
                  (J - 1) / tile * tile, J);
}

/// Call this on a case that has its arguments. `I` to `K` as in lab04.h.
inline void add_known_mistakes(grader::test_case& one, int I, int J, int K) {
  auto of = std::make_shared<matrices>();
  *of = {floats_of(one, 0), floats_of(one, 1), I, J, K};
  add_partial_sums(one, of, 16);
  add_partial_sums(one, of, 32);

  const std::size_t i = I, j = J, k = K;
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

} // namespace cudalab::lab04
