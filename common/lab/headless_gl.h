// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// headless_gl: an OpenGL context without a window, by EGL. EGL is looked up when the program runs,
/// so that programs need not link it, and machines without it can say so.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <dlfcn.h>

namespace lab {

/// Current in the thread that made it, for as long as it lives.
class headless_gl {
public:
  using chooser = std::function<bool(const headless_gl&)>;

  /// @param suits whether a context, which is current then, will do
  /// @throws std::runtime_error that says what is missing
  explicit headless_gl(const chooser& suits = [](const headless_gl&) { return true; }) {
    library_ = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr)
      throw std::runtime_error("there is no EGL here (Debian and Ubuntu: libegl1)");
    find_functions();
    if (make_context(
            get_display_ == nullptr ? nullptr : get_display_(surfaceless, nullptr, nullptr), suits))
      return;
    for (void* device : devices())
      if (make_context(get_display_(device_platform, device, nullptr), suits))
        return;
    dlclose(library_);
    throw std::runtime_error("no OpenGL here makes a context without a window (Debian and Ubuntu: "
                             "libgl1-mesa-dri, or NVIDIA's driver)");
  }

  ~headless_gl() {
    drop_context();
    dlclose(library_);
  }
  headless_gl(const headless_gl&) = delete;
  headless_gl& operator=(const headless_gl&) = delete;

  /// A function of OpenGL. @throws std::runtime_error when there is none of this name
  template <class Function>
  void find(Function*& function, const char* name) const {
    function = reinterpret_cast<Function*>(get_address_(name));
    if (function == nullptr)
      throw std::runtime_error(std::string("this OpenGL has no ") + name);
  }

private:
  // Values of EGL's own headers, which need not be installed here.
  static constexpr unsigned surfaceless = 0x31dd, device_platform = 0x313f, opengl = 0x30a2;
  static constexpr int end_of_list = 0x3038;

  template <class Function>
  void look_up(Function*& function, const char* name) {
    void* found = dlsym(library_, name);
    if (found == nullptr && get_address_ != nullptr)
      found = get_address_(name);
    function = reinterpret_cast<Function*>(found);
  }

  void find_functions() {
    look_up(get_address_, "eglGetProcAddress");
    look_up(get_display_, "eglGetPlatformDisplay");
    look_up(initialize_, "eglInitialize");
    look_up(bind_, "eglBindAPI");
    look_up(create_, "eglCreateContext");
    look_up(destroy_, "eglDestroyContext");
    look_up(make_current_, "eglMakeCurrent");
    look_up(query_devices_, "eglQueryDevicesEXT");
  }

  std::vector<void*> devices() const {
    int count = 0;
    if (query_devices_ == nullptr || get_display_ == nullptr || !query_devices_(0, nullptr, &count))
      return {};
    std::vector<void*> all(static_cast<std::size_t>(count));
    if (!query_devices_(count, all.data(), &count))
      return {};
    return all;
  }

  bool make_context(void* display, const chooser& suits) {
    if (display == nullptr || !initialize_(display, nullptr, nullptr) || !bind_(opengl))
      return false;
    const int none[] = {end_of_list};
    display_ = display;
    context_ = create_(display, nullptr, nullptr, none);
    if (context_ != nullptr && make_current_(display, nullptr, nullptr, context_) && suits(*this))
      return true;
    drop_context();
    return false;
  }

  void drop_context() {
    if (context_ == nullptr)
      return;
    make_current_(display_, nullptr, nullptr, nullptr);
    destroy_(display_, context_);
    context_ = nullptr;
  }

  void *library_ = nullptr, *display_ = nullptr, *context_ = nullptr;
  void* (*get_address_)(const char*) = nullptr;
  void* (*get_display_)(unsigned, void*, const long*) = nullptr;
  unsigned (*initialize_)(void*, int*, int*) = nullptr;
  unsigned (*bind_)(unsigned) = nullptr;
  void* (*create_)(void*, void*, void*, const int*) = nullptr;
  unsigned (*destroy_)(void*, void*) = nullptr;
  unsigned (*make_current_)(void*, void*, void*, void*) = nullptr;
  unsigned (*query_devices_)(int, void**, int*) = nullptr;
};

} // namespace lab
