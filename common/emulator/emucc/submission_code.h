// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the compiler understood of a file that is to be graded: whether its code can be watched.
/// However an attribute or a piece of assembly language was written, here it is what it is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cudalab::emulator {

struct judged_code {
  std::vector<std::string> reasons; ///< sentences for the student; empty when all is well
  /// The code. Stores that the compiler announces to nobody are announced, too: of values with an
  /// unusual size, and behind the end of local variables.
  std::string text;
};

/// @param code LLVM's, as text; compiled to be watched
judged_code judge_code(std::string_view code);

/// The code of a lab's own file, which calls a submission and may hand it functions: with the list
/// of those that may be called through pointers.
std::string with_call_targets(std::string_view code);

} // namespace cudalab::emulator
