// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For a lab's scenes (labNN_scenes.cu), the given code that calls a student's functions: how it
/// complains.
#pragma once

#include <stdexcept>
#include <string>

namespace lab {

/// @param next what the student should look at
/// @throws std::runtime_error of two lines, which the grader tells as a message and its remedy
inline void complain_unless(bool right, const std::string& what, const std::string& next) {
  if (!right)
    throw std::runtime_error(what + '\n' + next);
}

} // namespace lab
