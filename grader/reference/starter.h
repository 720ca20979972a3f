// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From a lab's solution to its starter: the text a student begins with is never written by hand.
///
/// In a solution, what the student is to write stands between two comment lines,
///
///     // BEGIN SOLUTION
///     // STARTER: // TODO(lab04.1): what, where and how much (2 lines).
///     // STARTER: P[row * K + col] = sum;
///     the right code
///     // END SOLUTION
///
/// and the starter has the text behind each `// STARTER: ` in its place, indented as the comment
/// is. Everything outside such parts is the same in both.
#pragma once

#include <stdexcept>
#include <string>

namespace cudalab::reference {

/// The markings of a solution are wrong; what() begins with the line number.
struct marking_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// @param solution the whole text of a solution
/// @return the whole text of its starter
/// @throws marking_error for a part that is nested, not closed or empty of starter text, and for a
/// solution without any part
std::string make_starter(const std::string& solution);

/// The solution as a student would have written it: without marks and without starter text.
std::string without_marks(const std::string& solution);

} // namespace cudalab::reference
