// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What kernels print. As on a GPU it goes to a buffer, and appears on standard output when the
/// program waits for the device; what is in the buffer when the program ends is lost.
#pragma once

#include <string_view>

namespace cudalab::emulator {

/// Any OS thread. A full buffer (1 MB, as CUDA's) is written out at once; a GPU would overwrite it.
void print_from_kernel(std::string_view text);

/// The program has waited: writes the buffer to stdout.
void show_kernel_output();

/// Says on standard error how much is lost, if anything is.
void lose_kernel_output();

} // namespace cudalab::emulator
