// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A framebuffer without a window.
#pragma once

#include "viewer/gl_calls.h"
#include "viewer/picture.h"

namespace cudalab::viewer {

/// Reads the current framebuffer.
picture read_framebuffer(const gl_calls& gl, int width, int height);

/// The framebuffer that is drawn into, for as long as the OpenGL context lives.
class offscreen {
public:
  /// @throws missing_here when OpenGL cannot draw into pictures of this size
  offscreen(const gl_calls& gl, int width, int height);

  picture read() const { return read_framebuffer(gl_, width_, height_); }

private:
  const gl_calls& gl_;
  int width_, height_;
};

} // namespace cudalab::viewer
