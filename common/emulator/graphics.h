// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a program has done with OpenGL's buffer objects, for who checks programs.
#pragma once

#include <cstddef>

namespace cudalab::emulator {

struct graphics_registrations {
  std::size_t made = 0;   ///< by cudaGraphicsGLRegisterBuffer, since the program began
  std::size_t live = 0;   ///< and not unregistered yet
  std::size_t mapped = 0; ///< of these: CUDA's now
};

graphics_registrations registrations();
/// Whether a buffer object is mapped there.
bool is_mapped(const void* pointer);

} // namespace cudalab::emulator
