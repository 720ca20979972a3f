// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The calls that were under way when a call of CUDA was made: a header's line says little to a
/// student, and the line that called it much.
#pragma once

#include <array>

namespace cudalab::emulator {

/// Code addresses behind the one that a record keeps by itself, the innermost first; null where
/// they end. So many lie between a line of the program and what a template of C++ calls for it.
using call_path = std::array<const void*, 12>;

} // namespace cudalab::emulator
