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

} // namespace

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
