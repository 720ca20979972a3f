// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The content of an OpenGL buffer object of the current context.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace cudalab::emulator {

/// False also where there is no OpenGL, or none that can map buffers (before 3.0).
bool is_gl_buffer(unsigned buffer);

/// Nothing when OpenGL reports an error.
std::optional<std::vector<std::byte>> read_gl_buffer(unsigned buffer);
bool write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content);

} // namespace cudalab::emulator
