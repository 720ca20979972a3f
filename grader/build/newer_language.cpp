// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/newer_language.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include <fmt/format.h>

namespace cudalab::grader {

namespace {

/// As identifiers nobody uses them.
constexpr std::array keywords = {"requires", "concept",   "consteval", "constinit",
                                 "co_await", "co_return", "co_yield",  "char8_t"};

/// Headers that C++17 has not. (Some are there all the same, and empty.)
constexpr std::array headers = {
    "barrier",         "bit",        "compare",    "concepts",  "coroutine", "expected",
    "flat_map",        "format",     "latch",      "mdspan",    "numbers",   "print",
    "ranges",          "semaphore",  "span",       "version",   "generator", "spanstream",
    "source_location", "stacktrace", "stop_token", "syncstream"};

/// Names in std that students use.
constexpr std::array names = {"assume_aligned",
                              "atomic_ref",
                              "barrier",
                              "bind_front",
                              "bit_cast",
                              "bit_ceil",
                              "bit_floor",
                              "bit_width",
                              "convertible_to",
                              "countl_zero",
                              "countr_zero",
                              "counting_semaphore",
                              "derived_from",
                              "endian",
                              "expected",
                              "floating_point",
                              "format",
                              "has_single_bit",
                              "identity",
                              "integral",
                              "invocable",
                              "is_constant_evaluated",
                              "jthread",
                              "latch",
                              "lerp",
                              "make_unique_for_overwrite",
                              "mdspan",
                              "midpoint",
                              "numbers",
                              "partial_ordering",
                              "popcount",
                              "print",
                              "println",
                              "ranges",
                              "regular",
                              "remove_cvref",
                              "remove_cvref_t",
                              "rotl",
                              "rotr",
                              "same_as",
                              "signed_integral",
                              "source_location",
                              "span",
                              "ssize",
                              "stop_token",
                              "strong_ordering",
                              "syncbuf",
                              "to_address",
                              "to_array",
                              "type_identity",
                              "type_identity_t",
                              "unsigned_integral",
                              "views",
                              "weak_ordering"};

template <class List>
bool holds(const List& list, std::string_view what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool contains(std::string_view text, std::string_view what) {
  return text.find(what) != text.npos;
}

/// As a whole word.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end])))
      return true;
  }
  return false;
}

/// Without what stands in strings, and without a comment at its end.
std::string code_of(std::string_view line) {
  std::string code;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i, 2) == "//")
      break;
    if (line[i] == '"') {
      for (++i; i < line.size() && line[i] != '"'; ++i)
        i += line[i] == '\\';
      continue;
    }
    code += line[i];
  }
  return code;
}

/// What stands between quotes of each kind of compiler, without the namespaces before it.
std::vector<std::string> quoted(std::string message) {
  for (const std::string_view mark : {"\u2018", "\u2019", "\""})
    for (std::size_t at = message.find(mark); at != message.npos; at = message.find(mark))
      message.replace(at, mark.size(), "'");
  std::vector<std::string> found;
  for (std::size_t begin = message.find('\''); begin != message.npos;) {
    const std::size_t end = message.find('\'', begin + 1);
    if (end == message.npos)
      break;
    std::string name = message.substr(begin + 1, end - begin - 1);
    if (const std::size_t last = name.rfind("::"); last != name.npos)
      name.erase(0, last + 2);
    found.push_back(std::move(name));
    begin = message.find('\'', end + 1);
  }
  return found;
}

/// That a header is not there: its name.
std::string missing_header(const std::string& message) {
  constexpr std::string_view of_gcc = ": No such file or directory";
  if (const std::size_t end = message.find(of_gcc); end != message.npos)
    return message.substr(0, end);
  if (!contains(message, "file not found") && !contains(message, "cannot open source file"))
    return "";
  const std::vector<std::string> named = quoted(message);
  return named.empty() ? "" : named.front();
}

} // namespace

std::string newer_part(const std::string& message, const std::string& line) {
  if (const std::string header = missing_header(message); !header.empty())
    return holds(headers, header) ? '<' + header + '>' : "";
  const std::vector<std::string> named = quoted(message);
  for (const std::string& each : named)
    if (holds(keywords, each))
      return '\'' + each + '\'';
  if (has_word(message, "std"))
    for (const std::string& each : named)
      if (holds(names, each))
        return "std::" + each;
  const std::string code = code_of(line);
  for (const char* each : keywords)
    if (has_word(code, each))
      return fmt::format("'{}'", each);
  if (contains(code, "<=>"))
    return "'<=>'";
  if (contains(code, "using enum "))
    return "'using enum'";
  if (contains(message, "'auto' not allowed in function prototype"))
    return "A parameter of type auto";
  if (contains(message, "C++20") || contains(message, "c++20") || contains(message, "C++2b"))
    return "What stands there";
  return "";
}

void tell_newer_parts(std::vector<diagnostic>& diagnostics, const std::string& text,
                      const std::set<std::filesystem::path>& names) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(std::move(line));
  for (diagnostic& each : diagnostics) {
    if (each.severity != "error" || !each.remedy.empty() || names.count(each.file) == 0)
      continue;
    const bool there = each.line > 0 && static_cast<std::size_t>(each.line) <= lines.size();
    const std::string part =
        newer_part(each.message, there ? lines[static_cast<std::size_t>(each.line) - 1] : "");
    if (!part.empty())
      each.remedy = fmt::format("{} belongs to a newer C++ (C++20), and labs are compiled as "
                                "C++17, as nvcc does by default: do without it. Other errors may "
                                "follow from this one.",
                                part);
  }
}

} // namespace cudalab::grader
