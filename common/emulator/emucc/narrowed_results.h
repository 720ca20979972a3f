// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Results in double precision that become a float at once, as in `float a = 2 * M_PI * i / n` of
/// ints, where no float is widened: why they are doubles, as the text shows it.
#pragma once

#include <string>

#include "emulator/translate/code.h"

namespace cudalab::emulator {

/// @param at the piece that the compiler names when it narrows: an operator, a call
/// @param brace the { of the function that it is in
/// @param end its }
/// @return a literal ("2.0"), or a function of doubles ("pow(...)"); empty: neither, or a double
/// variable takes part, so that double precision may be meant
std::string reason_of_double(const code& text, std::size_t at, std::size_t brace, std::size_t end);

} // namespace cudalab::emulator
