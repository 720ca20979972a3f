// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What a picture of particles shows, in numbers.
#pragma once

#include <filesystem>
#include <string>

namespace cudalab::grader {

/// Places are parts of the picture's width and height, from its left and upper edge.
struct picture_facts {
  int width = 0, height = 0;
  double lit = 0;                                  ///< part of all pixels that is no background
  double left = 1, right = 0, top = 1, bottom = 0; ///< the box around what is lit
  double middle_x = 0, middle_y = 0;               ///< the mean place of a lit pixel
  double red = 0, green = 0, blue = 0;             ///< the mean colour of lit pixels, 0 to 1
  double blue_most = 0; ///< part of the lit pixels that is more blue than red
};

/// @throws std::runtime_error when the file is no PNG
picture_facts facts_of_picture(const std::filesystem::path& file);

/// For a failed test's message.
std::string as_text(const picture_facts& facts);

} // namespace cudalab::grader
