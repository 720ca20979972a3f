// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/for_clang.h"

#include <algorithm>
#include <vector>

#include "emulator/translate/code.h"
#include "emulator/translate/device_declaration.h"
#include "emulator/translate/launch.h"
#include "emulator/translate/scope.h"

namespace cudalab::emulator {
namespace {

std::size_t offset(const code& source, std::size_t index) {
  return source.tokens()[source.token_index(index)].begin;
}

/// Puts the three brackets from piece `first` on side by side, and the blanks after them.
void close_up(std::string& text, const code& source, std::size_t first) {
  for (std::size_t bracket = 0; bracket < 3; ++bracket) {
    const std::size_t from = offset(source, first + bracket);
    const std::size_t to = offset(source, first) + bracket;
    if (text[to] == '\n')
      return; // a line break between them
    std::swap(text[from], text[to]);
  }
}

void move_attributes(std::string& text, const code& source, std::size_t keyword) {
  const span_of_code attributes = {keyword + 1, end_of_attributes(source, keyword + 1)};
  if (attributes.empty())
    return;
  const std::size_t last = attributes.last - 1;
  const auto at = [&](std::size_t place) { return text.begin() + static_cast<long>(place); };
  const auto begin = at(offset(source, keyword));
  const auto middle = at(offset(source, attributes.first));
  std::rotate(begin, middle, at(offset(source, last) + source[last].size()));
  // The word and the blank after it are now at the end: the blank belongs between the two.
  const auto moved = at(offset(source, last) + source[last].size());
  const auto name = moved - (middle - begin);
  const auto blanks = std::find_if(name, moved, [](char c) { return c == ' ' || c == '\n'; });
  std::rotate(name, blanks, moved);
}

/// Grid and block in braces alone, which clang does not read between the brackets.
std::vector<std::size_t> nameless_sides(const code& source, span_of_code configuration) {
  std::vector<std::size_t> places;
  const std::vector<span_of_code> given = source.split_at_commas(configuration);
  for (std::size_t i = 0; i < std::min<std::size_t>(2, given.size()); ++i)
    if (source[given[i].first] == "{")
      places.push_back(offset(source, given[i].first));
  return places;
}

} // namespace

std::string written_for_clang(std::string_view original) {
  const code source(original);
  std::string text(original);
  std::vector<std::size_t> nameless;
  for (std::size_t at = 0; at < source.size(); ++at) {
    const bool of_lambda = at > 0 && source[at - 1] == "]";
    if (source[at] == "__shared__" || (is_device_word(source[at]) && !of_lambda)) {
      move_attributes(text, source, at);
    } else if (begins_launch(source, at)) {
      close_up(text, source, at);
      const launch_parts parts = read_launch(source, at);
      if (!parts.error.empty())
        continue;
      close_up(text, source, parts.configuration.last);
      for (const std::size_t place : nameless_sides(source, parts.configuration))
        nameless.push_back(place);
    }
  }
  std::sort(nameless.rbegin(), nameless.rend()); // what is in front stays where it is
  for (const std::size_t place : nameless)
    text.insert(place, "dim3");
  return text;
}

} // namespace cudalab::emulator
