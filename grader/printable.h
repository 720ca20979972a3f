// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Text that a student's program may have made, for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace cudalab::grader {

/// Well-formed UTF-8 without anything that a terminal obeys: control characters (escape sequences
/// begin with one) but newlines and tabs, characters that turn the direction of writing, and bytes
/// that are no UTF-8 become "?". Carriage returns are left out.
std::string printable(std::string_view text);

} // namespace cudalab::grader
