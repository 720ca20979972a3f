// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The line of a source file that a finding is about.
#pragma once

#include <string>

#include "emulator/observe/symbols/source_lines.h"

namespace cudalab::emulator {

/// The line as it stands in the file; empty when that cannot be read.
std::string whole_line_at(const source_place& place);

/// The line without the blanks around it, tabs as blanks; empty when the file cannot be read.
std::string source_line_at(const source_place& place);

/// "lab04.cu:41": the path as seen from the working folder when the file is below it; empty when
/// the place is not known.
std::string short_place(const source_place& place);

} // namespace cudalab::emulator
