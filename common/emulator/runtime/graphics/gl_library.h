// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// OpenGL as the program has loaded it, if it has.
#pragma once

namespace cudalab::emulator {

/// The calling thread's context, of EGL or GLX. Null: there is none.
void* current_gl_context();

/// A function of OpenGL for the current context, or null.
void* find_gl_function(const char* name);

} // namespace cudalab::emulator
