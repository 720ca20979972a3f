// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/printable.h"

#include <algorithm>
#include <cstddef>

namespace cudalab::grader {

namespace {

struct character {
  char32_t code = 0;
  std::size_t bytes = 0; ///< 0: not well-formed
};

/// The first character of a text that is not empty. (The Unicode Standard, table 3-7.)
character first_of(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80)
    return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes)
    return {};
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80)
      return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  const bool overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (overlong || surrogate || code > 0x10FFFF)
    return {};
  return {code, bytes};
}

/// C0 and C1 (U+009B begins an escape sequence too), line and paragraph separators, and what turns
/// the direction of writing: a line could be shown in another order than it has.
bool is_obeyed(char32_t code) {
  const auto within = [code](char32_t first, char32_t last) {
    return code >= first && code <= last;
  };
  if (code == '\n' || code == '\t')
    return false;
  return code < 0x20 || within(0x7F, 0x9F) || code == 0x61C || within(0x200E, 0x200F) ||
         within(0x2028, 0x202E) || within(0x2066, 0x2069);
}

} // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const character first = first_of(text);
    if (first.bytes == 0 || (is_obeyed(first.code) && first.code != '\r'))
      result += '?';
    else if (first.code != '\r')
      result += text.substr(0, first.bytes);
    text.remove_prefix(first.bytes == 0 ? 1 : first.bytes);
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, '?');
  return line;
}

std::string enumerated(const std::vector<std::string>& parts) {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i)
    all += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return all;
}

} // namespace cudalab::grader
