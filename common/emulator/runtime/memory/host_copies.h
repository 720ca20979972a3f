// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Counts what a program takes back from the device: bytes_copied_to_host() in emulator/emulator.h.
#pragma once

#include <cstddef>

namespace cudalab::emulator {

/// The program itself has asked for this copy.
void note_copy_to_host(std::size_t bytes);

} // namespace cudalab::emulator
