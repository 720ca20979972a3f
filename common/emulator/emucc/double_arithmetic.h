// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Arithmetic of device code that is done in double precision only because a literal is a double,
/// or a function one of doubles: `x * 2.0` of a float x, `float a = 0.5 * i`, `pow(x, 2)`. The
/// compiler says where it widens a float (-Wdouble-promotion) and where a double becomes a float
/// (-Wimplicit-float-conversion); what is the reason is seen in the text.
#pragma once

#include <string>
#include <vector>

#include "emulator/translate/translate.h"

namespace cudalab::emulator {

struct double_literal {
  source_place place;   ///< its line
  std::string function; ///< where it is; empty: a lambda
  bool in_kernel = false;
  std::string literal; ///< "2.0", or the function: "pow(...)"
};

/// @param messages of clang++ about `translated.text`
std::vector<double_literal> find_double_arithmetic(const std::string& messages,
                                                   const translation& translated);

/// What a checked program carries: a line `file TAB line TAB function TAB kernel or device TAB
/// literal` each.
std::string advice_lines(const std::vector<double_literal>& found);

inline constexpr const char* advice_section = ".cudalab.double_arithmetic";

} // namespace cudalab::emulator
