// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Text for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudalab::grader {

/// Well-formed UTF-8 without anything that a terminal obeys: control characters (escape sequences
/// begin with one) but newlines and tabs, characters that turn the direction of writing, and bytes
/// that are no UTF-8 become "?". Carriage returns are left out.
std::string printable(std::string_view text);

/// The same without newlines and tabs, for a name that somebody chose: it stays on its line.
std::string printable_line(std::string_view text);

/// "a, b and c"
std::string enumerated(const std::vector<std::string>& parts);

} // namespace cudalab::grader
