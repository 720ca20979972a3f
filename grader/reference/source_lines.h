// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A source file as differences see it: lines of code. What is only comment, blank or spacing does
/// not count, so that it may change under them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cudalab::reference {

struct source_line {
  std::size_t begin = 0, length = 0; ///< in the text, with the newline
  std::string code;                  ///< what plain_line() leaves
};

/// One line without its comment and with single spaces; empty when it holds no code.
std::string plain_line(const std::string& line);

/// The same of several lines, with a space between them.
std::string plain(const std::string& lines);

/// All lines of a text, those without code too. The last text is kept: a hundred variants are made
/// from one.
/// @return valid until the thread asks for another text's
const std::vector<source_line>& lines_of(const std::string& text);

/// Code, and where in the text each of its letters stands.
struct placed_code {
  std::string code;
  std::vector<std::size_t> at;
};

/// All lines' code with a space between them.
placed_code code_of(const std::vector<source_line>& lines, const std::string& text);

/// Where the wanted code begins, with no half words at its ends; npos: nowhere from there on.
std::size_t find_code(const std::string& code, const std::string& wanted, std::size_t from = 0);

struct line_range {
  std::size_t first = 0, last = 0; ///< the last one belongs to it
};

/// Where a function is defined, from the line of its name's type to its closing brace. The course's
/// files are formatted: both stand at the left edge. A template's own line is no part of it.
std::vector<line_range> definitions_of(const std::vector<source_line>& lines,
                                       const std::string& text, const std::string& function);

} // namespace cudalab::reference
