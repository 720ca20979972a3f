// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// One line of a compiler's output that speaks of a place.
#pragma once

#include <optional>
#include <string>

#include "emulator/translate/translate.h"

namespace cudalab::emulator {

struct located_line {
  source_place place;
  std::string text; ///< after "file:line:column: "
};

/// Nothing when the line is not of that form.
std::optional<located_line> parse_located_line(const std::string& line);

/// The line as the compiler writes it, without a newline.
std::string to_text(const located_line& line);

} // namespace cudalab::emulator
