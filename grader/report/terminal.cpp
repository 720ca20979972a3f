// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/terminal.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "grader/printable.h"

namespace cudalab::grader {

namespace {

constexpr std::size_t least_width = 40, usual_width = 80, widest = 120;

bool locale_is_utf8() {
  // The first that is set and not empty decides, as in setlocale().
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0')
      continue;
    std::string text = value;
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
  }
  return false;
}

std::size_t width_of(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp<std::size_t>(size.ws_col, least_width, widest);
  return usual_width;
}

std::string_view ascii_for(std::string_view character) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> known = {{
      {"→", "->"},
      {"×", "x"},
      {"·", "-"},
      {"✓", "ok"},
      {"✗", "X"},
      {"–", "-"},
      {"—", "-"},
      {"…", "..."},
      {"≤", "<="},
      {"≥", ">="},
      {"‘", "'"},
      {"’", "'"},
      {"“", "\""},
      {"”", "\""},
  }};
  for (const auto& [from, to] : known)
    if (from == character)
      return to;
  return "?";
}

} // namespace

style style_for(int descriptor) {
  style result;
  const bool terminal = isatty(descriptor) != 0;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  result.colour = terminal && (no_colour == nullptr || *no_colour == '\0') && kind != nullptr &&
                  std::string_view(kind) != "dumb";
  result.utf8 = locale_is_utf8();
  result.width = width_of(descriptor);
  return result;
}

std::string tinted(const style& how, tint colour, const std::string& text) {
  if (!how.colour || colour == tint::none || text.empty())
    return text;
  const char* code = "";
  switch (colour) {
  case tint::good:
    code = "32";
    break;
  case tint::bad:
    code = "31";
    break;
  case tint::warning:
    code = "33";
    break;
  case tint::faint:
    code = "2";
    break;
  case tint::bold:
    code = "1";
    break;
  case tint::none:
    break;
  }
  return std::string("\033[") + code + "m" + text + "\033[0m";
}

std::string shown(const style& how, const std::string& text) {
  const std::string clean = printable(text);
  if (how.utf8)
    return clean;
  std::string result;
  for (std::size_t i = 0; i < clean.size();) {
    std::size_t length = 1;
    while (i + length < clean.size() &&
           (static_cast<unsigned char>(clean[i + length]) & 0xC0) == 0x80)
      ++length;
    const std::string_view character(clean.data() + i, length);
    result += length == 1 ? character : ascii_for(character);
    i += length;
  }
  return result;
}

} // namespace cudalab::grader
