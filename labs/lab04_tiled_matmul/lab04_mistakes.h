// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Products that come out of mistakes with phases.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "grader/cases/matmul_mistakes.h"

namespace cudalab::lab04 {

inline void add_partial_sums(grader::test_case& one, const grader::product_sizes& sizes, int tile,
                             const std::string& form = "") {
  const int J = sizes.J, phases = (J + tile - 1) / tile;
  if (J % tile != 0)
    grader::add_partial_sum(
        one, sizes, "partial_phase_missing",
        fmt::format("the last, partial phase is missing from the sum: J = {} needs {} phase{} with "
                    "tiles of {}, rounded up",
                    J, phases, phases == 1 ? "" : "s", tile),
        0, J / tile * tile, form);
  else
    grader::add_partial_sum(
        one, sizes, "last_whole_phase_missing",
        fmt::format("the last {} of the {} products that make an element are missing from the sum: "
                    "the last phase, if yours are so long. J is a multiple of {}, and J % {} is 0",
                    tile, J, tile, tile),
        0, J - tile, form);
  if (phases == 1)
    return;
  grader::add_partial_sum(
      one, sizes, "only_first_phase",
      fmt::format("only the first phase is in the sum: the first {} of the {} products "
                  "that make an element",
                  tile, J),
      0, tile, form);
  grader::add_partial_sum(
      one, sizes, "only_last_phase",
      "only the last phase is in the sum: the sum must be set to 0 once, before "
      "the first phase",
      (J - 1) / tile * tile, J, form);
}

/// As many phases as another size needs. With more than J needs the rest of a tile is zeros, and
/// nothing is wrong. (Where K is a multiple of the tile these are K products: add_index_mistakes()
/// knows them by the same name.)
inline void add_phases_of_other_size(grader::test_case& one, const grader::product_sizes& sizes,
                                     int tile, const std::string& form = "") {
  for (const auto& [name, size] : {std::pair("K", sizes.K), std::pair("I", sizes.I)}) {
    const int products = (size + tile - 1) / tile * tile;
    if (products < sizes.J)
      grader::add_partial_sum(
          one, sizes, name == std::string("K") ? "k_products" : "phases_of_I",
          fmt::format("only the first {} of the {} products that make an element are in the sum: "
                      "is the number of phases made from {}, {}, in place of J, or a {} compared "
                      "with it?",
                      products, sizes.J, name, size,
                      name == std::string("I") ? "row of N" : "column of M, or a row of N,"),
          0, products, form.empty() ? "phases" : form);
  }
}

/// The phase is missing in an index: the first tile of a matrix is loaded again in each phase.
inline void add_staying_tiles(grader::test_case& one, const grader::product_sizes& sizes, int tile,
                              const std::string& form = "") {
  if (sizes.J <= tile)
    return;
  const auto add = [&](const std::string& id, const std::string& message, bool m_stays,
                       bool n_stays, const std::string& next) {
    one.known_mistake(
        "d_P", {id,
                message,
                [m = one.floats(0), n = one.floats(1), sizes, tile, m_stays, n_stays] {
                  const auto [I, J, K] = sizes;
                  std::vector<double> p(static_cast<std::size_t>(I) * K);
                  for (int i = 0; i < I; ++i)
                    for (int j = 0; j < (J + tile - 1) / tile * tile; ++j) {
                      const int m_col = m_stays ? j % tile : j, n_row = n_stays ? j % tile : j;
                      for (int k = 0; k < K && m_col < J && n_row < J; ++k)
                        p[i * K + k] += double{m[i * J + m_col]} * n[n_row * K + k];
                    }
                  return p;
                },
                {},
                next,
                form});
  };
  const std::string m_next = "In phase m the tile of M begins at column m * TILE.",
                    n_next = "In phase m the tile of N begins at row m * TILE.";
  add("m_tile_stays", "the first tile of M is used in every phase", true, false, m_next);
  add("n_tile_stays", "the first tile of N is used in every phase", false, true, n_next);
  add("tiles_stay", "the first tiles of M and N are used in every phase", true, true,
      m_next + " " + n_next);
}

/// An element of N is loaded where its row is below K and its column below J.
inline void add_exchanged_bounds_of_n(grader::test_case& one, const grader::product_sizes& sizes) {
  if (sizes.J == sizes.K)
    return;
  one.known_mistake(
      "d_P",
      {"n_bounds_exchanged",
       "N is loaded as if it had K rows and J columns: it has J rows and K columns",
       [m = one.floats(0), n = one.floats(1), sizes] {
         constexpr int whole_tiles = 32; // in a partial one rows behind N's last one are loaded
         const auto [I, J, K] = sizes;
         std::vector<double> p(static_cast<std::size_t>(I) * K);
         for (int i = 0; i < I; ++i)
           for (int k = 0; k < std::min(J, K); ++k) {
             double& sum = p[static_cast<std::size_t>(i) * K + k];
             for (int j = 0; j < std::min(J, K); ++j)
               sum += double{m[i * J + j]} * n[j * K + k];
             if (K > J && J % whole_tiles != 0)
               sum = HUGE_VAL;
           }
         return p;
       },
       {},
       "Look at the condition on which an element of N is loaded: compare its row with J, and its "
       "column with K."});
}

/// The static kernel's TILE is left in the dynamic one.
inline void add_constant_tile(grader::test_case& one, const grader::product_sizes& sizes,
                              int tile) {
  constexpr int left_in = 16;
  if (tile <= left_in || sizes.J <= left_in)
    return;
  one.known_mistake(
      "d_P", {"constant_tile",
              fmt::format("of each {0} x {0} tile only the first {1} products are added: is TILE "
                          "left in the dynamic kernel?",
                          tile, left_in),
              [m = one.floats(0), n = one.floats(1), sizes, tile] {
                const auto [I, J, K] = sizes;
                std::vector<double> p(static_cast<std::size_t>(I) * K);
                for (int i = 0; i < I; ++i)
                  for (int j = 0; j < J; ++j)
                    for (int k = 0; k < K && j % tile < left_in; ++k)
                      p[i * K + k] += double{m[i * J + j]} * n[j * K + k];
                return p;
              },
              {},
              "The loop over k must go to the tile's side, which the block knows: blockDim.x."});
}

/// Both tiles begin at the same address: what is stored last, N's tile, is in both.
inline void add_same_address(grader::test_case& one, const grader::product_sizes& sizes, int tile) {
  one.known_mistake(
      "d_P", {"tiles_at_one_address",
              "both tiles hold N's values: they begin at the same address",
              [n = one.floats(1), sizes, tile] {
                const auto [I, J, K] = sizes;
                const auto in_tile = [&, J = J, K = K](int phase, int y, int col) {
                  const int row = phase * tile + y;
                  return row < J && col < K ? double{n[row * K + col]} : 0.0;
                };
                std::vector<double> p(static_cast<std::size_t>(I) * K);
                for (int i = 0; i < I; ++i)
                  for (int col = 0; col < K; ++col)
                    for (int phase = 0; phase * tile < J; ++phase)
                      for (int k = 0; k < tile; ++k)
                        p[i * K + col] += in_tile(phase, i % tile, col / tile * tile + k) *
                                          in_tile(phase, k, col);
                return p;
              },
              {},
              "Two `extern __shared__` arrays are one and the same memory. Declare one, and let "
              "the second tile begin tile * tile elements later."});
}

/// Call this on a case that has its arguments. `I` to `K` as in lab04.h.
/// @param tile 0: the file says which, 16 or 32
inline void add_known_mistakes(grader::test_case& one, int I, int J, int K, int tile) {
  const grader::product_sizes sizes{I, J, K};
  if (tile == 0) {
    for (const int side : {16, 32}) {
      add_partial_sums(one, sizes, side, fmt::format("tiles of {}", side));
      add_phases_of_other_size(one, sizes, side, fmt::format("tiles of {}", side));
      add_staying_tiles(one, sizes, side, fmt::format("tiles of {}", side));
    }
  } else {
    add_partial_sums(one, sizes, tile);
    add_phases_of_other_size(one, sizes, tile);
    add_staying_tiles(one, sizes, tile);
    add_constant_tile(one, sizes, tile);
    add_same_address(one, sizes, tile);
  }
  add_exchanged_bounds_of_n(one, sizes);
  grader::add_index_mistakes(one, sizes);
  grader::add_coverage_mistakes(one, sizes, tile == 0 ? 16 : tile);
}

} // namespace cudalab::lab04
