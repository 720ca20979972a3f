// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The two ways to look at particles, and the pictures that both make.
#pragma once

#include <filesystem>
#include <vector>

#include "viewer/drawing.h"
#include "viewer/options.h"

namespace cudalab::viewer {

struct picture {
  int width = 0, height = 0;
  std::vector<unsigned char> rgb; ///< three bytes a pixel, rows from the top
};

/// Turns a picture whose rows come from the bottom, as OpenGL gives them, into one.
picture from_bottom_up(int width, int height, const std::vector<unsigned char>& rgb);

/// A PNG file, there whole or not at all: it is written as `partial` (in the same file system;
/// empty: beside the target) and renamed. @throws std::system_error
void write_png(const picture& drawn, const std::filesystem::path& target,
               const std::filesystem::path& partial = {});

/// Reads the current framebuffer.
picture read_framebuffer(const gl_calls& gl, int width, int height);

/// The framebuffer that is drawn into, for as long as the OpenGL context lives.
class offscreen {
public:
  /// @throws missing_here when OpenGL cannot draw into pictures of this size
  offscreen(const gl_calls& gl, int width, int height);

  picture read() const { return read_framebuffer(gl_, width_, height_); }

private:
  const gl_calls& gl_;
  int width_, height_;
};

/// In a window, until the person has seen enough.
void show_in_window(const view_options& wanted);

/// As PNG files, without a window: wanted.frames of them, one a step.
void show_as_files(const view_options& wanted);

/// Talks to the person. Standard output is the grader's.
void say(const std::string& text);

} // namespace cudalab::viewer
