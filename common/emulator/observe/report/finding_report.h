// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Findings as a person reads them in a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emulator/observe/findings/observed_finding.h"

namespace cudalab::emulator {

struct report_style {
  bool colour = false;
  std::size_t columns = 100;
};

/// What suits standard error: colours on a terminal, unless NO_COLOR is set.
report_style style_of_standard_error();

/// About a page, whatever the number: the first findings, how many more there are, and a last line
/// "emucc: 2 errors, 1 warning". Empty when there are none. `all`: as settled() gives them.
std::string report_of(const std::vector<finding>& all, const report_style& style);

} // namespace cudalab::emulator
