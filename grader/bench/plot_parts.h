// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the plots of measurements share.
#pragma once

#include <string>

namespace cudalab::grader {

inline std::string in_xml(const std::string& text) {
  std::string safe;
  for (const char c : text)
    safe += c == '<'   ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '&' ? "&amp;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return safe;
}

} // namespace cudalab::grader
