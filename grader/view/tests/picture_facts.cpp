// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/view/tests/picture_facts.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace cudalab::grader {

namespace {

constexpr int background = 30; // the viewer's has at most 13 of 255

/// Sums become means.
picture_facts means(picture_facts sums, double lit) {
  for (double* each :
       {&sums.middle_x, &sums.middle_y, &sums.red, &sums.green, &sums.blue, &sums.blue_most})
    *each /= std::max(1.0, lit);
  sums.lit = lit / (sums.width * sums.height);
  return sums;
}

} // namespace

picture_facts facts_of_picture(const std::filesystem::path& file) {
  picture_facts facts;
  int channels = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
      stbi_load(file.c_str(), &facts.width, &facts.height, &channels, 3), stbi_image_free);
  if (!pixels)
    throw std::runtime_error(file.string() + " is no picture");
  double lit = 0;
  for (int y = 0; y < facts.height; ++y)
    for (int x = 0; x < facts.width; ++x) {
      const unsigned char* rgb = pixels.get() + 3 * (y * facts.width + x);
      if (std::max({rgb[0], rgb[1], rgb[2]}) < background)
        continue;
      const double across = (x + 0.5) / facts.width, down = (y + 0.5) / facts.height;
      lit += 1;
      facts.left = std::min(facts.left, across);
      facts.right = std::max(facts.right, across);
      facts.top = std::min(facts.top, down);
      facts.bottom = std::max(facts.bottom, down);
      facts.middle_x += across;
      facts.middle_y += down;
      facts.red += rgb[0] / 255.0;
      facts.green += rgb[1] / 255.0;
      facts.blue += rgb[2] / 255.0;
      facts.blue_most += rgb[2] > rgb[0] ? 1 : 0;
    }
  return means(facts, lit);
}

std::string as_text(const picture_facts& facts) {
  return fmt::format("{} x {} pixels, {:.4f} of them lit, from {:.2f} to {:.2f} across and {:.2f} "
                     "to {:.2f} down, their middle at {:.2f}, {:.2f}, their colour {:.2f}, {:.2f}, "
                     "{:.2f}, more blue than red: {:.2f}",
                     facts.width, facts.height, facts.lit, facts.left, facts.right, facts.top,
                     facts.bottom, facts.middle_x, facts.middle_y, facts.red, facts.green,
                     facts.blue, facts.blue_most);
}

} // namespace cudalab::grader
