// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Draws positions and colours as round points.
#pragma once

#include "viewer/camera.h"
#include "viewer/gl_calls.h"

namespace cudalab::viewer {

/// Lives as long as its OpenGL context.
class point_renderer {
public:
  /// @throws std::runtime_error when OpenGL does not take the shaders
  explicit point_renderer(const gl_calls& gl);

  /// Draws into the current framebuffer, all of it.
  /// @param buffer a buffer object: count positions of four floats, then count colours of four
  /// @param point how large a point is, in units of the scene
  void draw(unsigned buffer, int count, const matrix4& matrix, float point, int width,
            int height) const;

private:
  const gl_calls& gl_;
  unsigned program_ = 0;
  int matrix_ = -1, size_ = -1;
};

} // namespace cudalab::viewer
