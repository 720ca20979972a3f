// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/indexed_array.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "emulator/observe/findings/sighting_words.h"
#include "emulator/observe/symbols/source_excerpt.h"

namespace cudalab::emulator {

namespace {

bool in_a_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

} // namespace

std::string named_at(const std::string& line, std::uint32_t column,
                     const std::map<std::string, object_space>& arrays) {
  std::string last;
  for (std::size_t at = 0; at < std::min<std::size_t>(line.size(), column);) {
    if (!in_a_name(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && in_a_name(line[end]))
      ++end;
    if (const std::string word = line.substr(at, end - at); arrays.count(word) != 0)
      last = word;
    at = end;
  }
  return last;
}

indexed_array name_array(const sighting& seen) {
  const auto arrays = arrays_with(dimensions_in(seen.array_type), seen.later.pc);
  indexed_array found;
  if (arrays.size() == 1)
    found.name.variable = arrays.begin()->first;
  else if (arrays.size() > 1)
    found.name.variable =
        named_at(whole_line_at(place_of(seen.later.pc)), seen.array_column, arrays);
  const std::string& name = found.name.variable;
  found.name.element = fmt::format("{}[{}]", name.empty() ? "array" : name, seen.here);
  if (!name.empty())
    found.space = arrays.at(name);
  else if (!arrays.empty() && std::all_of(arrays.begin(), arrays.end(), [&](const auto& each) {
             return each.second == arrays.begin()->second;
           }))
    found.space = arrays.begin()->second;
  return found;
}

} // namespace cudalab::emulator
