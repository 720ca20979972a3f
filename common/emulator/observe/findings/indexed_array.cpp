// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/findings/indexed_array.h"

#include <algorithm>
#include <cctype>
#include <cstring>

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

std::string written_at(const std::string& line, std::uint32_t column) {
  std::size_t at = column == 0 ? line.size() : column - 1;
  const std::size_t begin = at;
  const auto is = [&](const char* text) { return line.compare(at, std::strlen(text), text) == 0; };
  const auto skip_name = [&] {
    const std::size_t first = at;
    while (at < line.size() && in_a_name(line[at]))
      ++at;
    return at != first;
  };
  if (begin >= line.size() || !skip_name())
    return "";
  std::string array;
  while (at < line.size()) {
    if (line[at] == '[') {
      if (array.empty())
        array = line.substr(begin, at - begin);
      for (int depth = 0; at < line.size(); ++at)
        if (depth += line[at] == '[' ? 1 : line[at] == ']' ? -1 : 0; depth == 0)
          break;
      at += at < line.size();
    } else if (is(".") || is("->")) {
      array.clear();
      at += is(".") ? 1 : 2;
      if (!skip_name())
        return "";
    } else {
      break;
    }
  }
  return array;
}

indexed_array name_array(const sighting& seen) {
  const auto arrays = arrays_with(dimensions_in(seen.array_type), seen.later.pc);
  indexed_array found;
  const std::string line = whole_line_at(place_of(seen.later.pc));
  // What is no variable of an array's type: a member, or a reference.
  const std::string written = written_at(line, seen.array_column);
  if (!written.empty() && arrays.count(written) == 0)
    found.name.variable = written;
  else if (arrays.size() == 1)
    found.name.variable = arrays.begin()->first;
  else if (arrays.size() > 1)
    found.name.variable = named_at(line, seen.array_column, arrays);
  const std::string& name = found.name.variable;
  found.name.element = fmt::format("{}[{}]", name.empty() ? "array" : name, seen.here);
  if (const auto known = arrays.find(name); known != arrays.end())
    found.space = known->second;
  else if (!arrays.empty() && std::all_of(arrays.begin(), arrays.end(), [&](const auto& each) {
             return each.second == arrays.begin()->second;
           }))
    found.space = arrays.begin()->second;
  return found;
}

} // namespace cudalab::emulator
