// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// The viewer's command line. The grader reads it first, to complain before it compiles.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "viewer/scene.h"

namespace cudalab::viewer {

/// what() says which word is wrong, and what would be right.
struct wrong_usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct view_options {
  scene first;
  bool size_given = false; ///< otherwise each system has its own, for the device
  int window_width = 960, window_height = 720; ///< of pictures, too
  int frames = 0;                              ///< pictures to make; 0: a window
  int skip = 600;                              ///< steps before the first picture
  bool copy = false;                           ///< through the host, whatever exercise 4 can
  std::filesystem::path out = "lab07_frames";
  std::filesystem::path partial; ///< where a picture is while it is written; empty: beside it
};

/// @param words "--system", "swarm", "--size", "256x256" and so on, see view_options.
/// @throws wrong_usage
view_options parse_options(const std::vector<std::string>& words);

} // namespace cudalab::viewer
