// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// CUDA C++ as clang's own CUDA front end reads it, which is stricter than nvcc in a few places.
#pragma once

#include <string>
#include <string_view>

namespace cudalab::emulator {

/// Closes up `<< <` and `>> >` of launches, puts `dim3` before a grid or a block in braces, and
/// `alignas(...)` before `__shared__`. Works on a file as the student wrote it; lines stay the
/// same, and columns, but for what moved.
std::string written_for_clang(std::string_view source);

} // namespace cudalab::emulator
