// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Lab 02: pictures, what the exercises make of them, and the calls that the grader asks for.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "grader/test_case.h"

namespace cudalab::lab02 {

using grader::expectation;
using grader::random_source;
using grader::test_case;

struct picture_size {
  int width, height;
};

struct picture {
  std::vector<float> pixels; ///< row-major
  int width, height;

  bool has(int row, int col) const { return row >= 0 && row < height && col >= 0 && col < width; }
  double at(int row, int col) const { return in_memory(row * width + col); }
  /// The pixel at this index. Outside the picture: not known, see grader::misconception.
  double in_memory(int index) const {
    return index < 0 || index >= width * height ? std::numeric_limits<double>::infinity()
                                                : double{pixels[static_cast<std::size_t>(index)]};
  }
};

using shared_picture = std::shared_ptr<const picture>;

/// What a thread stores for its pixel.
using pixel_rule = std::function<double(const picture& of, int row, int col)>;

/// The picture that a rule makes, row-major.
inline std::vector<double> made_by(const pixel_rule& rule, const picture& of) {
  std::vector<double> made;
  for (int row = 0; row < of.height; ++row)
    for (int col = 0; col < of.width; ++col)
      made.push_back(rule(of, row, col));
  return made;
}

/// The mean of those of the 3 x 3 pixels around a place for which `counts(row, col)` is true.
template <class Condition>
double mean_around(const picture& of, int row, int col, Condition counts) {
  double sum = 0;
  int count = 0;
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = col - 1; x <= col + 1; ++x)
      if (counts(y, x)) {
        sum += of.at(y, x);
        ++count;
      }
  return count == 0 ? std::numeric_limits<double>::infinity() : sum / count;
}

inline double scaled(const picture& of, int row, int col) {
  return 2 * of.at(row, col);
}

inline double mirrored(const picture& of, int row, int col) {
  return of.at(row, of.width - 1 - col);
}

inline double blurred(const picture& of, int row, int col) {
  return mean_around(of, row, col, [&of](int y, int x) { return of.has(y, x); });
}

/// Something to look at in a report: a letter that is its own mirror image in no way, a sun and a
/// hill. x and y in [0, 1), y downwards.
inline float figure_at(float x, float y, float width_over_height) {
  const bool stem = x >= 0.12f && x < 0.2f && y >= 0.14f && y < 0.74f;
  const bool arms = x >= 0.12f && ((y >= 0.14f && y < 0.25f && x < 0.44f) ||
                                   (y >= 0.4f && y < 0.5f && x < 0.35f));
  if (stem || arms)
    return 0.9f;
  const float dx = (x - 0.74f) * width_over_height, dy = y - 0.28f;
  if (dx * dx + dy * dy < 0.0225f)
    return 0.95f;
  return y > 0.9f - 0.35f * x ? 0.12f : y < 0.5f ? 0.35f : 0.45f;
}

/// Pixels in [0, 1): the figure, and a little noise, so that no two pixels are the same.
inline shared_picture drawn_picture(random_source& random, const picture_size& size) {
  std::vector<float> pixels;
  const auto width = static_cast<float>(size.width), height = static_cast<float>(size.height);
  for (int row = 0; row < size.height; ++row)
    for (int col = 0; col < size.width; ++col)
      pixels.push_back(figure_at(static_cast<float>(col) / width, static_cast<float>(row) / height,
                                 width / height) +
                       random.uniform(0, 0.03f));
  return std::make_shared<const picture>(picture{std::move(pixels), size.width, size.height});
}

/// The same, but for one pixel of larger pictures: what is made of it is 0, and is stored, too.
inline shared_picture with_black_pixel(const shared_picture& of) {
  picture made = *of;
  if (made.pixels.size() > 2)
    made.pixels[1] = 0.0f;
  return std::make_shared<const picture>(std::move(made));
}

/// The same, as bright as that. The numbers are still the floats that they were, but for their
/// size.
inline shared_picture times(const shared_picture& of, float factor) {
  picture made = *of;
  for (float& each : made.pixels)
    each *= factor;
  return std::make_shared<const picture>(std::move(made));
}

/// The call function(d_in, d_out, width, height), which must do what the rule does.
/// @param tolerance how far a pixel may be off
inline test_case picture_case(const std::string& name, const std::string& function,
                              const shared_picture& of, const pixel_rule& rule, double tolerance) {
  test_case one(name, function);
  one.input("d_in", of->pixels)
      .output("d_out", protocol::element_type::float32, of->pixels.size())
      .only_written()
      .value("width", of->width)
      .value("height", of->height)
      .expect("d_out", [of, rule, tolerance] {
        return expectation{
            made_by(rule, *of),
            tolerance,
            0,
            {static_cast<std::size_t>(of->height), static_cast<std::size_t>(of->width), 16, 16, {}},
            {}};
      });
  return one;
}

} // namespace cudalab::lab02
