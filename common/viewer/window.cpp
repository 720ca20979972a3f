// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/window.h"

#include <algorithm>

#include "viewer/gl_calls.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace cudalab::viewer {

namespace {

constexpr const char* first_title = "CUDA Labs";

/// GLFW's word about the last error, and what can be done.
missing_here no_window() {
  const char* reason = nullptr;
  glfwGetError(&reason);
  return missing_here(
      std::string("No window can be opened here") +
      (reason != nullptr ? std::string(" (") + reason + ")" : "") +
      ".\nThere may be no display, as on a machine that is reached by ssh. Pictures "
      "can be had without one:\n    ./lab view lab07 --frames 10 --out pictures");
}

window& of(GLFWwindow* handle) {
  return *static_cast<window*>(glfwGetWindowUserPointer(handle));
}

/// As press() wants it; 0 for keys that print nothing.
char character_of(int key) {
  if (key == GLFW_KEY_ESCAPE)
    return escape;
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
    return static_cast<char>('0' + key - GLFW_KEY_KP_0);
  if (key == GLFW_KEY_SPACE || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9))
    return static_cast<char>(key);
  if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z)
    return static_cast<char>('a' + key - GLFW_KEY_A);
  return 0;
}

} // namespace

window::window(int width, int height) {
  if (glfwInit() == GLFW_FALSE)
    throw no_window();
  glfwWindowHint(GLFW_DEPTH_BITS, 24);
  handle_ = glfwCreateWindow(width, height, first_title, nullptr, nullptr);
  if (handle_ == nullptr) {
    const missing_here why = no_window();
    glfwTerminate();
    throw why;
  }
  glfwMakeContextCurrent(handle_);
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(handle_, this);
  glfwSetKeyCallback(handle_, key_pressed);
  glfwSetCursorPosCallback(handle_, mouse_moved);
  glfwSetScrollCallback(handle_, wheel_turned);
}

window::~window() {
  glfwTerminate();
}

void* window::gl_function(const char* name) {
  return reinterpret_cast<void*>(glfwGetProcAddress(name));
}

void window::take_events(controls& wanted, camera& from, bool wait) {
  constexpr double moment = 0.05;
  wanted_ = &wanted;
  from_ = &from;
  if (wait)
    glfwWaitEventsTimeout(moment);
  else
    glfwPollEvents();
  wanted_ = nullptr;
  from_ = nullptr;
}

bool window::closed() const {
  return glfwWindowShouldClose(handle_) != GLFW_FALSE;
}

std::pair<int, int> window::size() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(handle_, &width, &height);
  return {std::max(1, width), std::max(1, height)}; // 0 while it is an icon
}

double window::seconds() const {
  return glfwGetTime();
}

void window::show() {
  glfwSwapBuffers(handle_);
}

void window::set_title(const std::string& title) {
  if (title == title_)
    return;
  glfwSetWindowTitle(handle_, title.c_str());
  title_ = title;
}

void window::set_unlimited(bool unlimited) {
  if (unlimited != unlimited_)
    glfwSwapInterval(unlimited ? 0 : 1);
  unlimited_ = unlimited;
}

void window::key_pressed(GLFWwindow* handle, int key, int, int action, int) {
  const char character = character_of(key);
  if (action == GLFW_PRESS && character != 0 && of(handle).wanted_ != nullptr)
    press(*of(handle).wanted_, character);
}

void window::mouse_moved(GLFWwindow* handle, double x, double y) {
  window& self = of(handle);
  if (self.from_ != nullptr && glfwGetMouseButton(handle, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS) {
    int width = 0, height = 0;
    glfwGetWindowSize(handle, &width, &height);
    self.from_->rotate(static_cast<float>((x - self.mouse_x_) / std::max(1, height)),
                       static_cast<float>((y - self.mouse_y_) / std::max(1, height)));
  }
  self.mouse_x_ = x;
  self.mouse_y_ = y;
}

void window::wheel_turned(GLFWwindow* handle, double, double y) {
  if (of(handle).from_ != nullptr)
    of(handle).from_->zoom(static_cast<float>(y));
}

} // namespace cudalab::viewer
