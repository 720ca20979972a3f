// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/wrap.h"

#include <algorithm>

namespace cudalab::grader {

namespace {

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80; // not a continuation byte
}

} // namespace

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string cut(std::string_view text, std::size_t columns) {
  for (std::size_t end = 0; end < text.size(); ++end)
    if (begins_character(text[end]) && columns-- == 0)
      return std::string(text.substr(0, end));
  return std::string(text);
}

std::string wrap(std::string_view text, std::size_t width, const std::string& first,
                 const std::string& rest) {
  const std::string indent = rest.empty() ? std::string(columns_of(first), ' ') : rest;
  std::string result, line = first;
  bool empty = true; // nothing but the indent on this line yet
  const auto finish_line = [&] {
    while (!line.empty() && line.back() == ' ')
      line.pop_back();
    result += line + '\n';
    line = indent;
    empty = true;
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (!word.empty()) {
      if (!empty && columns_of(line) + 1 + columns_of(word) > width)
        finish_line();
      if (!empty)
        line += ' ';
      line += word;
      empty = false;
    }
    if (end < text.size() && text[end] == '\n')
      finish_line();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!empty || result.empty())
    finish_line();
  return result;
}

} // namespace cudalab::grader
