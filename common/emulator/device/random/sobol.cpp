// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/device/random/sobol.h"

namespace cudalab::emulator {
namespace {

/// A primitive polynomial over two elements, by its degree and its inner coefficients as bits, and
/// the first direction numbers, as many as the degree.
struct sobol_dimension {
  unsigned degree, inner;
  std::array<std::uint32_t, 7> first;
};

/// Of the second dimension and the next ones.
constexpr std::array<sobol_dimension, most_dimensions - 1> sobol_dimensions = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
}};

} // namespace

template <class Number>
sobol_directions<Number> directions_of(unsigned dimension) {
  sobol_directions<Number> made{};
  const unsigned bits = made.size();
  if (dimension == 0) {
    for (unsigned i = 0; i < bits; ++i)
      made[i] = Number{1} << (bits - 1 - i);
    return made;
  }
  const sobol_dimension& from = sobol_dimensions[dimension - 1];
  for (unsigned i = 0; i < from.degree; ++i)
    made[i] = Number{from.first[i]} << (bits - 1 - i);
  for (unsigned i = from.degree; i < bits; ++i) {
    made[i] = made[i - from.degree] ^ (made[i - from.degree] >> from.degree);
    for (unsigned k = 1; k < from.degree; ++k)
      if ((from.inner >> (from.degree - 1 - k) & 1) != 0)
        made[i] ^= made[i - k];
  }
  return made;
}

template sobol_directions<std::uint32_t> directions_of(unsigned dimension);
template sobol_directions<std::uint64_t> directions_of(unsigned dimension);

} // namespace cudalab::emulator
