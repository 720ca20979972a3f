// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the person at the keyboard can mend: exit code 2.
#pragma once

#include <stdexcept>

namespace cudalab::grader {

/// Wrong usage or a missing tool; what() says which, and what to do.
struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace cudalab::grader
