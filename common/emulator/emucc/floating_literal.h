// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Which numbers in a text are doubles.
#pragma once

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// Whether the piece is a literal of type double: 2.0, 1e-3, not 2.0f or 2.
inline bool is_double_literal(const code& text, std::size_t at) {
  if (at >= text.size() || text.kind(at) != token_kind::number)
    return false;
  const std::string_view number = text[at];
  if (number.size() > 1 && number[0] == '0' && (number[1] == 'x' || number[1] == 'X'))
    return false;
  const bool floating = number.find_first_of(".eE") != number.npos;
  return floating && number.find_first_of("fFlL") == number.npos;
}

} // namespace cudalab::emulator
