// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Sobol' sequences in the order of I. Antonov and V. Saleev (1979), with the direction numbers of
/// S. Joe and F. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM
/// Journal on Scientific Computing 30 (2008). Their table has a BSD licence.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace cudalab::emulator {

inline constexpr unsigned most_dimensions = 20;

/// As many as a number has bits.
template <class Number>
using sobol_directions = std::array<Number, sizeof(Number) * 8>;

/// Of numbers of 32 and 64 bits. @param dimension from 0
template <class Number>
sobol_directions<Number> directions_of(unsigned dimension);

/// The number at this place of the sequence. @param directions sizeof(Number) * 8 of them
template <class Number>
Number sobol_number(const Number* directions, std::uint64_t place) {
  Number number = 0;
  for (std::uint64_t gray = place ^ place >> 1; gray != 0; gray &= gray - 1)
    number ^= directions[static_cast<std::size_t>(std::countr_zero(gray)) % (sizeof(Number) * 8)];
  return number;
}

/// What the next number differs in from the one at this place. (All come again after the last.)
template <class Number>
Number sobol_step(const Number* directions, std::uint64_t place) {
  return directions[static_cast<std::size_t>(std::countr_one(place)) % (sizeof(Number) * 8)];
}

} // namespace cudalab::emulator
