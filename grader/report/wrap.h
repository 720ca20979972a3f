// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Breaks text into lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cudalab::grader {

/// Columns that a UTF-8 text takes. Characters of double width do not occur in our messages.
std::size_t columns_of(std::string_view text);

/// The first `columns` of a text, whole characters only.
std::string cut(std::string_view text, std::size_t columns);

/// `text` in lines of at most `width` columns, each ending in a newline. The first line begins with
/// `first`, the others with as many blanks as `first` is wide, or with `rest` where it is given.
/// Newlines in the text are kept; a word that is too long stands alone on its line.
std::string wrap(std::string_view text, std::size_t width, const std::string& first = "",
                 const std::string& rest = "");

} // namespace cudalab::grader
