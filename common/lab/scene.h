// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For a lab's scenes (labNN_scenes.cu), the given code that calls a student's functions: how it
/// complains.
#pragma once

#include <stdexcept>
#include <string>

namespace lab {

/// What is wrong, and what the student should look at.
class complaint : public std::runtime_error {
public:
  complaint(const std::string& what, const std::string& next)
      : std::runtime_error(what), next_(next) {}
  const std::string& next() const noexcept { return next_; }

private:
  std::string next_;
};

/// @param next what the student should look at
/// @throws complaint, which the grader tells as a message and its remedy
inline void complain_unless(bool right, const std::string& what, const std::string& next) {
  if (!right)
    throw complaint(what, next);
}

} // namespace lab
