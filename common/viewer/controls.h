// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What the person does, without a window: the camera that the mouse turns around the scene's
/// centre and the wheel takes nearer, and the keys.
#pragma once

#include <array>
#include <string>

#include "viewer/scene.h"

namespace cudalab::viewer {

/// Column by column, as OpenGL takes it.
using matrix4 = std::array<float, 16>;

matrix4 operator*(const matrix4& a, const matrix4& b);
/// The first three of matrix * (point, 1), divided by the fourth: -1 to 1 is inside of the picture.
std::array<float, 3> project(const matrix4& matrix, const std::array<float, 3>& point);

/// From where one looks.
class camera {
public:
  /// Looks at `centre` from where a ball of `radius` around it fills most of the picture.
  camera(const std::array<float, 3>& centre, float radius);

  /// @param right, down what the mouse moved, in parts of the window's height: 1 is half a turn
  void rotate(float right, float down);
  /// @param clicks of the wheel; positive: nearer
  void zoom(float clicks);

  float distance() const { return distance_; }
  /// From the scene to the picture. @param aspect width / height of the picture
  matrix4 matrix(float aspect) const;

private:
  std::array<float, 3> centre_;
  float radius_, distance_;
  float yaw_ = 0.5f, pitch_ = 0.25f; ///< radians; pitch: how high above the ground
};

inline constexpr char escape = 27;

/// What the person at the keyboard wants. Wishes stay set until whoever fulfils them clears them.
struct controls {
  particle_system what = particle_system::fountain;
  block_shape block;
  bool paused = false;
  bool unlimited = false; ///< as many frames as there can be, not as many as the screen shows

  bool quit = false, restart = false, one_step = false, look_again = false, save_picture = false,
       help = false;
};

/// A key that prints a character (as a lower-case letter), or `escape`. Others do nothing.
void press(controls& wanted, char key);

/// The list of keys, in lines.
std::string key_help();

} // namespace cudalab::viewer
