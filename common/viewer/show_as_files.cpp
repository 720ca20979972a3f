// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "viewer/show.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

#include <unistd.h>

#include "lab/headless_gl.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace cudalab::viewer {

namespace {

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + file.string());
}

void append(void* to, void* bytes, int count) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes),
                                        static_cast<std::size_t>(count));
}

std::string as_png(const picture& drawn) {
  std::string bytes;
  if (stbi_write_png_to_func(append, &bytes, drawn.width, drawn.height, 3, drawn.rgb.data(),
                             3 * drawn.width) == 0)
    throw std::system_error(ENOMEM, std::generic_category(), "cannot make a PNG");
  return bytes;
}

} // namespace

picture from_bottom_up(int width, int height, const std::vector<unsigned char>& rgb) {
  picture turned{width, height, std::vector<unsigned char>(rgb.size())};
  const auto row = static_cast<std::ptrdiff_t>(3 * width);
  for (std::ptrdiff_t y = 0; y < height; ++y)
    std::copy_n(rgb.begin() + y * row, row, turned.rgb.begin() + (height - 1 - y) * row);
  return turned;
}

void write_png(const picture& drawn, const std::filesystem::path& target,
               const std::filesystem::path& partial) {
  const std::string bytes = as_png(drawn);
  const std::string written =
      partial.empty() ? target.string() + ".part-" + std::to_string(getpid()) : partial.string();
  std::FILE* file = std::fopen(written.c_str(), "wb");
  if (file == nullptr)
    fail(target);
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if ((std::fclose(file) != 0 || !whole) || std::rename(written.c_str(), target.c_str()) != 0) {
    const int error = errno;
    std::remove(written.c_str());
    errno = error;
    fail(target);
  }
}

namespace {

void attach(const gl_calls& gl, unsigned kind, unsigned format, int width, int height) {
  unsigned content = 0;
  gl.GenRenderbuffers(1, &content);
  gl.BindRenderbuffer(GL_RENDERBUFFER, content);
  gl.RenderbufferStorage(GL_RENDERBUFFER, format, width, height);
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, kind, GL_RENDERBUFFER, content);
}

} // namespace

picture read_framebuffer(const gl_calls& gl, int width, int height) {
  std::vector<unsigned char> rgb(static_cast<std::size_t>(3) * static_cast<std::size_t>(width) *
                                 static_cast<std::size_t>(height));
  gl.PixelStorei(GL_PACK_ALIGNMENT, 1);
  gl.ReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, rgb.data());
  return from_bottom_up(width, height, rgb);
}

offscreen::offscreen(const gl_calls& gl, int width, int height)
    : gl_(gl), width_(width), height_(height) {
  unsigned framebuffer = 0;
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  attach(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height);
  attach(gl, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, width, height);
  if (gl.CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw missing_here("this OpenGL cannot draw pictures of " + std::to_string(width) + " x " +
                       std::to_string(height) + " pixels");
}

namespace {

/// One whose buffers the device can share, or else any: the positions are copied then.
std::unique_ptr<lab::headless_gl> make_context() {
  try {
    return std::make_unique<lab::headless_gl>(
        [](const lab::headless_gl&) { return device_shares_context(); });
  } catch (const std::runtime_error&) {
  }
  try {
    return std::make_unique<lab::headless_gl>();
  } catch (const std::runtime_error& missing) {
    throw missing_here(missing.what());
  }
}

void* address_in(const lab::headless_gl& context, const char* name) {
  void (*function)() = nullptr;
  context.find(function, name);
  return reinterpret_cast<void*>(function);
}

std::string file_name(int number) {
  char name[32];
  std::snprintf(name, sizeof name, "frame_%04d.png", number);
  return name;
}

/// Anything but the background.
bool shows_something(const picture& drawn) {
  return std::any_of(drawn.rgb.begin(), drawn.rgb.end(),
                     [](unsigned char value) { return value > 40; });
}

} // namespace

void show_as_files(const view_options& wanted) {
  const auto context = make_context();
  const gl_calls gl([&](const char* name) { return address_in(*context, name); });
  const offscreen target(gl, wanted.window_width, wanted.window_height);
  film moving(gl, wanted.first, wanted.copy);
  const camera from = first_camera(moving.shown());
  const auto step = [&] {
    moving.step();
    if (const std::string news = moving.news(); !news.empty())
      say(news);
  };
  for (int i = 0; i < wanted.skip; ++i)
    step();
  std::filesystem::create_directories(wanted.out);
  bool anything = false;
  for (int number = 1; number <= wanted.frames; ++number) {
    step();
    moving.draw(from, wanted.window_width, wanted.window_height);
    const picture drawn = target.read();
    anything = anything || shows_something(drawn);
    write_png(drawn, wanted.out / file_name(number), wanted.partial);
  }
  if (!anything)
    say(std::string("No particle is to be seen. \"./lab grade lab07\" says what the ") +
        facts_of(wanted.first.what).name + " does.");
}

} // namespace cudalab::viewer
