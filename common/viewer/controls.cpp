// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/controls.h"

#include <algorithm>
#include <cmath>

namespace cudalab::viewer {

namespace {

constexpr float pi = 3.14159265f;
constexpr float steepest = 0.49f * pi; // straight from above, left and right would be undefined
constexpr float field_of_view = 0.7f;  // radians, from the picture's lower edge to its upper one
constexpr float per_click = 0.9f;

matrix4 translation(float x, float y, float z) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
}

matrix4 turned_about_y(float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, 0, 0, 0, 1};
}

matrix4 turned_about_x(float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  return {1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, 0, 0, 1};
}

/// A window that is higher than wide sees the scene in its width.
matrix4 perspective(float aspect, float near, float far) {
  const float height = 1 / std::tan(field_of_view / 2) * std::min(1.0f, aspect);
  return {height / aspect,
          0,
          0,
          0,
          0,
          height,
          0,
          0,
          0,
          0,
          (far + near) / (near - far),
          -1,
          0,
          0,
          2 * far * near / (near - far),
          0};
}

} // namespace

matrix4 operator*(const matrix4& a, const matrix4& b) {
  matrix4 product{};
  for (std::size_t column = 0; column < 4; ++column)
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t k = 0; k < 4; ++k)
        product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
  return product;
}

std::array<float, 3> project(const matrix4& matrix, const std::array<float, 3>& point) {
  std::array<float, 4> sum{};
  for (std::size_t row = 0; row < 4; ++row)
    sum[row] = matrix[row] * point[0] + matrix[4 + row] * point[1] + matrix[8 + row] * point[2] +
               matrix[12 + row];
  return {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
}

camera::camera(const std::array<float, 3>& centre, float radius)
    : centre_(centre), radius_(radius), distance_(radius / std::sin(field_of_view / 2)) {}

void camera::rotate(float right, float down) {
  yaw_ = std::remainder(yaw_ + pi * right, 2 * pi);
  pitch_ = std::clamp(pitch_ + pi * down, -steepest, steepest);
}

void camera::zoom(float clicks) {
  distance_ = std::clamp(distance_ * std::pow(per_click, clicks), 0.05f * radius_, 50 * radius_);
}

matrix4 camera::matrix(float aspect) const {
  return perspective(aspect, 0.01f * distance_, 10 * (distance_ + radius_)) *
         translation(0, 0, -distance_) * turned_about_x(pitch_) * turned_about_y(yaw_) *
         translation(-centre_[0], -centre_[1], -centre_[2]);
}

void press(controls& wanted, char key) {
  for (const system_facts& each : systems)
    if (each.key == key && wanted.what != each.what) {
      wanted.what = each.what;
      wanted.restart = wanted.look_again = true;
    }
  if (key >= '1' && key < '1' + static_cast<char>(block_shapes.size()))
    wanted.block = block_shapes[static_cast<std::size_t>(key - '1')];
  switch (key) {
  case ' ':
    wanted.paused = !wanted.paused;
    break;
  case 'n':
    wanted.paused = wanted.one_step = true;
    break;
  case 'v':
    wanted.unlimited = !wanted.unlimited;
    break;
  case 'r':
    wanted.restart = true;
    break;
  case 'c':
    wanted.look_again = true;
    break;
  case 'p':
    wanted.save_picture = true;
    break;
  case 'h':
    wanted.help = true;
    break;
  case 'q':
  case escape:
    wanted.quit = true;
    break;
  default:
    break;
  }
}

std::string key_help() {
  std::string text = "drag: turn   wheel: nearer, farther   space: pause   n: one step   r: begin "
                     "again\nc: camera back   v: as fast as possible, or as the screen   p: save a "
                     "picture\nh: this help   Esc: end\n";
  for (const system_facts& each : systems)
    text += std::string(&each == systems.data() ? "" : "   ") + each.key + ": " + each.name;
  text += "\nblocks of";
  for (std::size_t i = 0; i < block_shapes.size(); ++i)
    text += "   " + std::to_string(i + 1) + ": " + std::to_string(block_shapes[i].x) + "x" +
            std::to_string(block_shapes[i].y);
  return text + "\n";
}

} // namespace cudalab::viewer
