// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the place that text goes to can show.
#pragma once

#include <cstddef>
#include <string>

namespace cudalab::grader {

struct style {
  bool colour = false;
  bool utf8 = false;
  std::size_t width = 80; ///< columns, 40 to 120
};

/// For a descriptor: colour when it is a terminal and NO_COLOR is unset (and TERM is not "dumb"),
/// UTF-8 as the locale says, the terminal's width (80 where there is none).
style style_for(int descriptor);

enum class tint { none, good, bad, warning, faint, bold };

/// Wrapped in escape sequences where the style has colour.
std::string tinted(const style& how, tint colour, const std::string& text);

/// What is printable of it (printable.h), whoever wrote it; where the style has no UTF-8, with
/// every character that is not ASCII replaced ("→" by "->").
std::string shown(const style& how, const std::string& text);

} // namespace cudalab::grader
