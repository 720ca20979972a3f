// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/pages/marked_block.h"

#include <stdexcept>

namespace cudalab::grader {

namespace {

struct range {
  std::size_t begin, end;
};

std::optional<range> find(const std::string& text, const std::string& name) {
  const std::size_t mark = text.find("<!-- BEGIN " + name + ":");
  const std::size_t line = mark == std::string::npos ? mark : text.find('\n', mark);
  const std::size_t end = text.find("<!-- END " + name + " -->", mark);
  if (line == std::string::npos || end == std::string::npos)
    return std::nullopt;
  return range{line + 1, end};
}

} // namespace

std::optional<std::string> marked_block(const std::string& text, const std::string& name) {
  const auto found = find(text, name);
  if (!found)
    return std::nullopt;
  return text.substr(found->begin, found->end - found->begin);
}

std::string with_marked_block(const std::string& text, const std::string& name,
                              const std::string& content) {
  const auto found = find(text, name);
  if (!found)
    throw std::invalid_argument("there is no block " + name);
  return text.substr(0, found->begin) + content + text.substr(found->end);
}

} // namespace cudalab::grader
