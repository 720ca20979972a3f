// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Compares an output element by element with what it must hold.
#pragma once

#include <cstddef>
#include <vector>

#include "grader/test_case.h"
#include "protocol/messages.h"

namespace cudalab::grader {

/// unchecked: not compared (an output that is too large: see row_oracle; an undecided element).
/// unwritten: still holds
/// every byte of the poison.
enum class cell : unsigned char { right, wrong, unwritten, unchecked };

struct difference {
  std::size_t row = 0, column = 0;
  double expected = 0, got = 0;
  bool unwritten = false;
};

struct comparison {
  std::size_t elements = 0;
  std::size_t right = 0, wrong = 0, unwritten = 0, unchecked = 0;
  std::size_t not_finite = 0;    ///< of the wrong ones: NaN or Inf
  std::size_t from_guard = 0;    ///< of these: the NaN that lies around the inputs (CPU backend)
  bool read_unwritten = false;   ///< a kernel read what nobody wrote: what is made of that looks
                                 ///< as if it were never written
  double largest_error = 0;      ///< of the finite wrong ones
  std::vector<difference> first; ///< at most 8, in memory order
  std::vector<cell> cells;       ///< in memory order

  bool passed() const { return wrong == 0 && unwritten == 0; }
};

/// The elements as doubles. A shorter byte string gives fewer elements.
std::vector<double> values_of(const std::vector<std::byte>& bytes, protocol::element_type type);

/// |got - want| <= atol + rtol * |want|; never for NaN or Inf on either side.
bool close_enough(double got, double want, const expectation& wanted);

/// `got`: all bytes of the output. An integer that is all poison (-1) counts as written where -1 is
/// right.
/// @param returned the function has returned it: -1 is what it says, and all of it was written
comparison compare(const std::vector<std::byte>& got, protocol::element_type type,
                   const expectation& wanted, bool returned = false);

} // namespace cudalab::grader
