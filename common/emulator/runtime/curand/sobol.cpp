// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sobol' sequences in the order of I. Antonov and V. Saleev (1979), with the direction numbers of
/// S. Joe and F. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM
/// Journal on Scientific Computing 30 (2008).
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "emulator/runtime/curand/inverse_distributions.h"

namespace cudalab::emulator::curand {
namespace {

/// As many as a number has bits.
template <class Number>
using sobol_directions = std::array<Number, sizeof(Number) * 8>;

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

/// @param dimension from 0
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

template <class Number>
class sobol_source : public number_source {
public:
  sobol_source(unsigned dimensions, std::uint64_t offset) : at_(offset) {
    for (unsigned i = 0; i < dimensions; ++i)
      directions_.push_back(directions_of<Number>(i));
  }

  void make(const distribution& what, std::byte* to, std::size_t count) override {
    const std::size_t each = count / directions_.size(), bytes = what.bytes();
    for (const sobol_directions<Number>& directions : directions_) {
      Number point = 0;
      for (std::uint64_t gray = at_ ^ at_ >> 1; gray != 0; gray &= gray - 1)
        point ^= direction(directions, std::countr_zero(gray));
      for (std::size_t i = 0; i < each; ++i, to += bytes) {
        const inverse_result number = inverse_of(what, point);
        std::memcpy(to, &number, bytes);
        point ^= direction(directions, std::countr_one(at_ + i));
      }
    }
    at_ += each;
  }

private:
  /// Numbers come again when all have been there.
  static Number direction(const sobol_directions<Number>& all, int number) {
    return all[static_cast<std::size_t>(number) % all.size()];
  }

  std::vector<sobol_directions<Number>> directions_;
  std::uint64_t at_; ///< of the next number, in each dimension
};

} // namespace

std::unique_ptr<number_source> make_sobol_source(unsigned bits, unsigned dimensions,
                                                 std::uint64_t offset) {
  if (bits == 64)
    return std::make_unique<sobol_source<std::uint64_t>>(dimensions, offset);
  return std::make_unique<sobol_source<std::uint32_t>>(dimensions, offset);
}

} // namespace cudalab::emulator::curand
