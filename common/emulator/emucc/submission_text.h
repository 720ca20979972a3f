// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a file that is to be graded may not hold: words by which code would hide from the emulated
/// device, or be another program here than on a GPU. docs/submissions.md lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudalab::emulator {

struct refused_text {
  int line = 1;
  std::string reason; ///< a sentence for the student: what, why, and what to write instead
};

/// A copy that the judge made says in its first line, \#line 1 "name", which file it was.
struct original_text {
  std::string name;      ///< empty: there is no such line
  std::string_view text; ///< without that line
};
original_text original_of(std::string_view copy);

/// @param text the file as it was written, before the preprocessor
std::vector<refused_text> find_refused_text(std::string_view text);

/// The first line with one of these names in its code. 0: there is none.
int line_with_name(std::string_view text, const std::vector<std::string_view>& names);

/// The names in its lines \#include "name": files beside it are part of a submission too.
std::vector<std::string> quoted_includes(std::string_view text);

} // namespace cudalab::emulator
