// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A scene that moves: the lab's particles, the buffer object that they share with OpenGL, and how
/// it is drawn.
#pragma once

#include <memory>
#include <string>

#include "viewer/camera.h"
#include "viewer/particles.h"
#include "viewer/point_renderer.h"

namespace cudalab::viewer {

class film {
public:
  /// @throws students_mistake, as start() and step() do
  film(const gl_calls& gl, const scene& shown, bool copy);
  ~film();
  film(const film&) = delete;
  film& operator=(const film&) = delete;

  /// Begins again, with this scene.
  void start(const scene& shown);
  /// Goes on with blocks of another shape.
  void change_block(const block_shape& block);
  /// @return how long it took, in seconds
  double step();
  void draw(const camera& from, int width, int height) const;

  const scene& shown() const { return shown_; }
  /// What there is to tell the person who looks, and has not been told yet; may be empty.
  std::string news();

private:
  void drop_buffer();

  const gl_calls& gl_;
  point_renderer renderer_;
  scene shown_;
  bool copy_;
  unsigned buffer_ = 0;
  std::unique_ptr<particles> particles_;
  std::string told_;
};

/// From where a scene is looked at in the beginning.
camera first_camera(const scene& shown);

} // namespace cudalab::viewer
