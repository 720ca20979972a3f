// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/show.h"

#include <algorithm>
#include <utility>

#include "viewer/controls.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace cudalab::viewer {

namespace {

/// One with an OpenGL context, by GLFW. One for the program.
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

namespace {

/// Carries out what the keys and the mouse ask for.
class performance {
public:
  explicit performance(const view_options& wanted)
      : options_(wanted), window_(wanted.window_width, wanted.window_height),
        gl_([](const char* name) { return window::gl_function(name); }),
        moving_(gl_, wanted.first, wanted.copy), from_(first_camera(wanted.first)) {
    wanted_.what = wanted.first.what;
    wanted_.block = wanted.first.block;
    wanted_.help = true;
  }

  void run() {
    while (!wanted_.quit && !window_.closed()) {
      window_.take_events(wanted_, from_, wanted_.paused && !wanted_.one_step);
      fulfil_wishes();
      const bool moves = !wanted_.paused || wanted_.one_step;
      const double step_seconds = moves ? moving_.step() : 0;
      wanted_.one_step = false;
      if (const std::string news = moving_.news(); !news.empty())
        say(news);
      show_frame(step_seconds);
    }
  }

private:
  void fulfil_wishes() {
    if (wanted_.help)
      say(key_help());
    if (wanted_.restart || !(wanted_.block == moving_.shown().block))
      change_scene();
    if (wanted_.look_again)
      from_ = first_camera(moving_.shown());
    window_.set_unlimited(wanted_.unlimited);
    wanted_.help = wanted_.restart = wanted_.look_again = false;
  }

  /// Another shape of blocks goes on with the same particles; the rest begins again.
  void change_scene() {
    scene next = moving_.shown();
    next.what = wanted_.what;
    next.block = wanted_.block;
    if (!options_.size_given)
      use_default_size(next);
    counted_ = {};
    if (wanted_.restart)
      moving_.start(next);
    else
      moving_.change_block(next.block);
  }

  void show_frame(double step_seconds) {
    const auto [width, height] = window_.size();
    moving_.draw(from_, width, height);
    if (wanted_.save_picture) {
      wanted_.save_picture = false;
      save_picture(width, height);
    }
    window_.show();
    if (wanted_.paused)
      counted_ = {};
    else
      counted_.add(window_.seconds(), step_seconds);
    window_.set_title(title_of(moving_.shown(), counted_, wanted_.paused, device_));
  }

  void save_picture(int width, int height) {
    std::filesystem::create_directories(options_.out);
    const auto file = options_.out / ("picture_" + std::to_string(++pictures_) + ".png");
    write_png(read_framebuffer(gl_, width, height), file, options_.partial);
    say("saved " + file.string());
  }

  const view_options& options_;
  window window_;
  gl_calls gl_;
  film moving_;
  camera from_;
  controls wanted_;
  frame_counter counted_;
  std::string device_ = device_name();
  int pictures_ = 0;
};

} // namespace

void show_in_window(const view_options& wanted) {
  performance(wanted).run();
}

} // namespace cudalab::viewer
