// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// How a build ends that the program's author must mend.
#pragma once

#include <stdexcept>

namespace cudalab::emulator {

/// A mistake in the program that is being built; it has been said on standard error.
struct build_error : std::runtime_error {
  build_error() : std::runtime_error("errors in the program") {}
};

} // namespace cudalab::emulator
