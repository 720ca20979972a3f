// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/special_functions.h"

#include <cctype>

namespace cudalab::emulator {
namespace {

/// Without the f or l behind those for float and long double. (C++17, [sf.cmath])
constexpr std::string_view special_functions[] = {
    "assoc_laguerre", "assoc_legendre", "beta",         "comp_ellint_1", "comp_ellint_2",
    "comp_ellint_3",  "cyl_bessel_i",   "cyl_bessel_j", "cyl_bessel_k",  "cyl_neumann",
    "ellint_1",       "ellint_2",       "ellint_3",     "expint",        "hermite",
    "laguerre",       "legendre",       "riemann_zeta", "sph_bessel",    "sph_legendre",
    "sph_neumann"};

bool continues_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_';
}

/// Whether `name` stands in the text as a whole word and as a function: behind :: or before (.
bool names_function(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if (end < text.size() && (text[end] == 'f' || text[end] == 'l'))
      ++end;
    const bool whole = (at == 0 || !continues_name(text[at - 1])) &&
                       (end == text.size() || !continues_name(text[end]));
    const std::size_t next = text.find_first_not_of(" \t\n", end);
    if (whole &&
        ((next != text.npos && text[next] == '(') || (at >= 2 && text.substr(at - 2, 2) == "::")))
      return true;
  }
  return false;
}

} // namespace

bool names_special_function(std::string_view text) {
  for (const std::string_view name : special_functions)
    if (names_function(text, name))
      return true;
  return false;
}

} // namespace cudalab::emulator
