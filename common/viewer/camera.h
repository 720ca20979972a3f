// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// From where one looks: the mouse turns it around the scene's centre, the wheel takes it nearer.
#pragma once

#include <array>

namespace cudalab::viewer {

/// Column by column, as OpenGL takes it.
using matrix4 = std::array<float, 16>;

matrix4 operator*(const matrix4& a, const matrix4& b);
/// The first three of matrix * (point, 1), divided by the fourth: -1 to 1 is inside of the picture.
std::array<float, 3> project(const matrix4& matrix, const std::array<float, 3>& point);

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

} // namespace cudalab::viewer
