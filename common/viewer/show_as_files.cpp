// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <algorithm>
#include <cstdio>

#include "lab/headless_gl.h"
#include "viewer/film.h"
#include "viewer/offscreen.h"
#include "viewer/picture.h"
#include "viewer/show.h"

namespace cudalab::viewer {

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
