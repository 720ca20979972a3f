// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/report/html/markup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "grader/report/html/style.h"
#include "grader/verdict.h"

namespace cudalab::grader::html {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

struct character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The character at the beginning of text, as RFC 3629 defines UTF-8.
character first_of(std::string_view text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80)
    return {byte(0), 1, true};
  const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < bytes)
    return {};
  char32_t code = byte(0) & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
    return {};
  return {code, bytes, true};
}

/// Control characters but tab and newline, and the marks that turn text from right to left.
bool is_hidden(char32_t code) {
  return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7F && code < 0xA0) ||
         (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
}

std::string escaped(std::string_view plain) {
  std::string result;
  while (!plain.empty()) {
    const character next = first_of(plain);
    if (!next.valid || is_hidden(next.code))
      result += next.code == '\r' ? "" : replacement;
    else if (next.code == '<')
      result += "&lt;";
    else if (next.code == '>')
      result += "&gt;";
    else if (next.code == '&')
      result += "&amp;";
    else if (next.code == '"')
      result += "&quot;";
    else if (next.code == '\'')
      result += "&#39;";
    else
      result += plain.substr(0, next.bytes);
    plain.remove_prefix(next.bytes);
  }
  return result;
}

/// A compiler's message may name a type of a hundred thousand letters.
std::string shortened(std::string_view plain) {
  constexpr std::size_t most = 4000;
  if (plain.size() <= most)
    return std::string(plain);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(plain[end]) & 0xC0) == 0x80)
    --end; // no half of a character
  return std::string(plain.substr(0, end)) + " …";
}

bool is_void(std::string_view name) {
  return name == "meta" || name == "br" || name == "hr" || name == "col";
}

} // namespace

std::string attribute::in_short(double number) {
  const double rounded = std::round(number * 100) / 100;
  return fmt::format("{}", rounded == 0 ? 0.0 : rounded); // no "-0"
}

markup text(std::string_view plain) {
  markup result;
  result.text_ = escaped(plain);
  return result;
}

markup element(const char* name, std::initializer_list<attribute> attributes,
               const markup& content) {
  markup result;
  result.text_ = fmt::format("<{}", name);
  for (const attribute& each : attributes) {
    if (std::string_view(each.name) == "href" && each.value.rfind('#', 0) != 0)
      throw std::logic_error("a report links to nothing outside itself");
    result.text_ += fmt::format(" {}=\"{}\"", each.name, escaped(each.value));
  }
  if (is_void(name)) {
    result.text_ += "/>";
    return result;
  }
  result.text_ += '>' + content.text_ + "</" + name + ">";
  return result;
}

markup element(const char* name, const markup& content) {
  return element(name, {}, content);
}

markup element(const char* name, std::string_view plain) {
  return element(name, {}, text(plain));
}

markup prose(std::string_view plain) {
  const std::string sentence = as_sentence(shortened(plain));
  std::string_view rest = sentence;
  markup result;
  for (;;) {
    const std::size_t begin = rest.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : rest.find('`', begin + 1);
    if (end == std::string_view::npos)
      return result += text(rest);
    result +=
        text(rest.substr(0, begin)) + element("code", rest.substr(begin + 1, end - begin - 1));
    rest.remove_prefix(end + 1);
  }
}

markup style_sheet() {
  markup result;
  result.text_ = std::string("<style>\n") + style + "</style>";
  return result;
}

} // namespace cudalab::grader::html
