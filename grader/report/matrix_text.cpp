// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/matrix_text.h"

#include <algorithm>

#include "grader/compare/words.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t most_shown = 16;

std::string cell_text(const matrix& content, std::size_t i) {
  if (i < content.unwritten.size() && content.unwritten[i])
    return "?";
  return number_text(content.values[i], 4);
}

/// "?" where nobody wrote, "!" for what is no brightness.
char pixel(const matrix& content, std::size_t i) {
  constexpr char by_brightness[] = " .:-=+*#%@";
  if (i < content.unwritten.size() && content.unwritten[i])
    return '?';
  for (int brightness = 0; brightness <= 9; ++brightness)
    if (content.values[i] == brightness)
      return by_brightness[brightness];
  return '!';
}

} // namespace

std::string render_picture(const matrix& content, const style& how, const std::string& indent) {
  const std::size_t columns = std::max<std::size_t>(1, content.columns);
  std::string result;
  for (std::size_t row = 0; row < content.values.size() / columns; ++row) {
    std::string line;
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) {
      const bool marked = i < content.marked.size() && content.marked[i];
      line += tinted(how, marked ? tint::bad : tint::none, std::string(1, pixel(content, i)));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line.empty() ? "\n" : indent + line + '\n';
  }
  return result;
}

std::string render_matrix(const matrix& content, const style& how, const std::string& indent) {
  const std::size_t columns = std::max<std::size_t>(1, content.columns);
  const std::size_t rows = content.values.size() / columns;
  const std::size_t shown_rows = std::min(rows, most_shown),
                    shown_columns = std::min(columns, most_shown);
  std::size_t width = 1;
  for (std::size_t row = 0; row < shown_rows; ++row)
    for (std::size_t column = 0; column < shown_columns; ++column)
      width = std::max(width, cell_text(content, row * columns + column).size());
  std::string result;
  for (std::size_t row = 0; row < shown_rows; ++row) {
    result += indent;
    for (std::size_t column = 0; column < shown_columns; ++column) {
      const std::size_t i = row * columns + column;
      const bool marked = i < content.marked.size() && content.marked[i];
      const std::string text =
          fmt::format("{:>{}}{}", cell_text(content, i), width + 1, marked ? "*" : " ");
      result += tinted(how, marked ? tint::bad : tint::none, text);
    }
    while (!result.empty() && result.back() == ' ')
      result.pop_back();
    result += columns > most_shown ? " ...\n" : "\n";
  }
  if (rows > most_shown)
    result += indent + "...\n";
  return result;
}

} // namespace cudalab::grader
