// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A picture, and its file.
#pragma once

#include <filesystem>
#include <vector>

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

} // namespace cudalab::viewer
