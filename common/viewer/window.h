// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A window with an OpenGL context, by GLFW. One for the program.
#pragma once

#include <string>
#include <utility>

#include "viewer/camera.h"
#include "viewer/keys.h"

struct GLFWwindow;

namespace cudalab::viewer {

class window {
public:
  /// Its context is current in this thread from now on.
  /// @throws missing_here where there is no display, or no OpenGL for it
  window(int width, int height);
  ~window();
  window(const window&) = delete;
  window& operator=(const window&) = delete;

  static void* gl_function(const char* name);

  /// Hands keys to `wanted` and the mouse to `from`. @param wait until something happens, or for a
  /// moment
  void take_events(controls& wanted, camera& from, bool wait);

  bool closed() const;
  std::pair<int, int> size() const; ///< of what is drawn into, in pixels
  double seconds() const;           ///< since it was opened
  void show();                      ///< what was drawn
  void set_title(const std::string& title);
  /// Whether show() waits for the screen.
  void set_unlimited(bool unlimited);

private:
  static void key_pressed(GLFWwindow* handle, int key, int scancode, int action, int mods);
  static void mouse_moved(GLFWwindow* handle, double x, double y);
  static void wheel_turned(GLFWwindow* handle, double x, double y);

  GLFWwindow* handle_ = nullptr;
  controls* wanted_ = nullptr;
  camera* from_ = nullptr;
  double mouse_x_ = 0, mouse_y_ = 0;
  bool unlimited_ = false;
  std::string title_;
};

} // namespace cudalab::viewer
