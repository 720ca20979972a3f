// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/source_excerpt.h"

#include <algorithm>
#include <fstream>

#include "grader/report/printable.h"

namespace cudalab::grader {

namespace {

/// Longer than any terminal is wide.
constexpr std::size_t longest_line = 1000;

std::string tidy_excerpt(const std::string& line) {
  std::string result;
  for (const char c : printable(std::string_view(line).substr(0, longest_line)))
    result += c == '\t' ? std::string("  ") : std::string(1, c);
  while (!result.empty() && result.back() == ' ')
    result.pop_back();
  return result;
}

void remove_common_indent(std::vector<source_line>& lines) {
  std::size_t common = std::string::npos;
  for (const source_line& each : lines)
    if (!each.text.empty())
      common = std::min(common, each.text.find_first_not_of(' '));
  if (common == std::string::npos)
    return;
  for (source_line& each : lines)
    each.text.erase(0, std::min(common, each.text.size()));
}

} // namespace

std::vector<source_line> excerpt(const std::filesystem::path& file, int line) {
  std::vector<source_line> result;
  std::error_code ignored;
  if (!file.is_absolute() || !std::filesystem::is_regular_file(file, ignored))
    return result; // a pipe would be waited for
  std::ifstream stream(file);
  std::string text;
  bool found = false;
  for (int number = 1; line > 0 && number <= line + 1 && std::getline(stream, text); ++number) {
    if (number < line - 1)
      continue;
    result.push_back({number, tidy_excerpt(text), number == line});
    found = found || number == line;
  }
  if (!found)
    return {};
  remove_common_indent(result);
  return result;
}

} // namespace cudalab::grader
