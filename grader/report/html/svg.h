// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// A drawing. Its colours are classes of style.css, so that it follows light, dark and print.
#pragma once

#include <string>
#include <string_view>

#include "grader/report/html/markup.h"

namespace cudalab::grader::html {

/// Where a text stands relative to its point.
enum class anchor { start, middle, end };

/// What most drawings are: as wide as a column of the page, in pixels, with a little room at both
/// ends.
inline constexpr double picture_width = 340, picture_margin = 2;

/// Width and height are in pixels at full size; on a narrow screen the drawing shrinks, so keep
/// it to about picture_width where it has text. Later shapes lie over earlier ones.
class svg {
public:
  /// `id` must be unique in the page. A screen reader says `title` and then `description`, which
  /// must tell all that the drawing shows.
  svg(std::string id, double width, double height, std::string_view title,
      std::string_view description);

  svg& rect(double x, double y, double width, double height, std::string_view css_class);
  svg& line(double x1, double y1, double x2, double y2, std::string_view css_class);
  svg& circle(double x, double y, double radius, std::string_view css_class);
  /// `path`: SVG's commands, written by the program: never a student's text.
  svg& path(std::string_view path, std::string_view css_class);
  svg& text(double x, double y, std::string_view plain, std::string_view css_class = "",
            anchor where = anchor::start);
  svg& add(const markup& more);

  /// A fill of slanted lines on a ground, and one of dots: gives what path_filled() takes.
  /// Colour alone must not carry a meaning.
  std::string hatch(std::string_view ink, std::string_view ground, double step = 4);
  std::string dots(std::string_view ink, std::string_view ground, double step = 4);
  /// A shape that is filled with one of these.
  svg& path_filled(std::string_view path, const std::string& fill);

  markup finish() const;
  /// A small sample beside words that say the same: nothing for a screen reader.
  markup as_decoration() const;

private:
  std::string add_pattern(const markup& tile, std::string_view ground, double step);

  std::string id_, title_, description_;
  double width_, height_;
  markup content_;
  int patterns_ = 0;
};

} // namespace cudalab::grader::html
