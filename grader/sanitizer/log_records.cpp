// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/sanitizer/log_records.h"

#include <cctype>
#include <cstdio>

namespace cudalab::grader {

namespace {

constexpr std::string_view record_prefix = "=========";
constexpr std::size_t longest_record = 16'384;
constexpr std::uint64_t largest_line_number = 10'000'000;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "void ns::k<(int)16>(float *)" -> "ns::k"
std::string plain_name(std::string_view text) {
  std::string name;
  int depth = 0;
  for (const char c : text) {
    if (c == '<')
      ++depth;
    else if (c == '>')
      --depth;
    else if (depth > 0)
      continue;
    else if (c == '(' && !name.empty())
      break;
    else if (c == ' ')
      name.clear(); // what came before was the return type
    else
      name += c;
  }
  return name;
}

} // namespace

std::vector<log_record> split_log(const std::string& text) {
  std::vector<log_record> records;
  bool open = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    at = end + 1;
    if (!line.starts_with(record_prefix) || line.size() > longest_record)
      continue;
    line.remove_prefix(record_prefix.size());
    if (line.starts_with(' '))
      line.remove_prefix(1);
    const std::size_t indentation = line.find_first_not_of(" \r");
    if (indentation == std::string_view::npos)
      open = false;
    else if (indentation == 0) {
      records.push_back({std::string(line), {}});
      open = true;
    } else if (open)
      records.back().lines.emplace_back(line.substr(indentation));
  }
  return records;
}

log_place parse_place(std::string_view text) {
  log_place place;
  const std::size_t offset = text.rfind("+0x");
  place.function = plain_name(text.substr(0, offset));
  const std::size_t in = text.find(" in ", offset == std::string_view::npos ? 0 : offset);
  if (in == std::string_view::npos)
    return place;
  const std::string_view where = text.substr(in + 4);
  const std::size_t colon = where.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == where.size() || !is_digit(where[colon + 1]))
    return place;
  place.file = where.substr(0, colon);
  const std::uint64_t line = first_number(where.substr(colon + 1));
  place.line = line <= largest_line_number ? static_cast<int>(line) : 0;
  return place;
}

std::optional<log_thread> parse_thread(std::string_view line) {
  log_thread found;
  auto& [t, b] = found;
  if (std::sscanf(std::string(line).c_str(), "by thread (%u,%u,%u) in block (%u,%u,%u)", &t[0],
                  &t[1], &t[2], &b[0], &b[1], &b[2]) == 6)
    return found;
  return std::nullopt;
}

std::uint64_t first_number(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && !is_digit(text[at]))
    ++at;
  std::uint64_t value = 0;
  for (; at < text.size() && (is_digit(text[at]) || text[at] == ','); ++at)
    if (text[at] != ',')
      value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
  return value;
}

} // namespace cudalab::grader
