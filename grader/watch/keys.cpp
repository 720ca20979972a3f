// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/watch/keys.h"

#include <array>

#include <fmt/format.h>

#include "grader/report/wrap.h"

namespace cudalab::grader {

namespace {

constexpr char end_of_input = '\004'; ///< Ctrl-D

struct binding {
  char letter;
  watch_key key;
  const char* name;   ///< in the line of keys
  const char* effect; ///< in full
};

constexpr std::array<binding, 7> bindings = {{
    {'h', watch_key::hint, "hint", "the next hint"},
    {'r', watch_key::report, "report", "write the whole report as a page for the browser"},
    {'o', watch_key::output, "output", "the whole output of the last grading"},
    {'n', watch_key::next_lab, "next", "go on with the next lab"},
    {'g', watch_key::again, "again", "grade again, without a save"},
    {'q', watch_key::quit, "quit", "stop watching (Ctrl-C does so too)"},
    {'?', watch_key::explain, "keys", "this list"},
}};

} // namespace

std::vector<watch_key> key_reader::read(std::string_view typed) {
  std::vector<watch_key> keys;
  for (const char c : typed) {
    switch (at_) {
    case place::escape: // "[" and "]" begin a sequence, "O" and "N" take one more letter
      at_ = c == '[' ? place::sequence : c == 'O' || c == 'N' ? place::one_more : place::ground;
      continue;
    case place::sequence:
      if (c >= '@' && c <= '~')
        at_ = place::ground;
      continue;
    case place::one_more:
      at_ = place::ground;
      continue;
    case place::ground:
      break;
    }
    if (c == '\033')
      at_ = place::escape;
    if (c == end_of_input)
      keys.push_back(watch_key::quit);
    const char letter = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const binding& each : bindings)
      if (each.letter == letter)
        keys.push_back(each.key);
  }
  return keys;
}

std::string key_line(std::size_t width, bool with_report) {
  std::string words, letters;
  for (const binding& each : bindings) {
    if (each.key == watch_key::report && !with_report)
      continue;
    words += fmt::format("{}{} {}", words.empty() ? "" : " · ", each.letter, each.name);
    letters += fmt::format("{}{}", letters.empty() ? "" : " ", each.letter);
  }
  return columns_of(words) <= width ? words : "keys: " + letters;
}

std::string key_page(bool with_report) {
  std::string text;
  for (const binding& each : bindings)
    if (each.key != watch_key::report || with_report)
      text += fmt::format("  {}  {}\n", each.letter, each.effect);
  return text;
}

} // namespace cudalab::grader
