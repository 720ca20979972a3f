// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/source_excerpt.h"

#include <filesystem>
#include <fstream>

namespace cudalab::emulator {

std::string whole_line_at(const source_place& place) {
  std::ifstream file(place.file);
  std::string text;
  for (int line = 0; line < place.line; ++line)
    if (!std::getline(file, text))
      return {};
  return text;
}

std::string source_line_at(const source_place& place) {
  constexpr std::size_t longest = 200;
  std::string text = whole_line_at(place);
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos)
    return {};
  text = text.substr(first, text.find_last_not_of(' ') + 1 - first);
  return text.substr(0, longest);
}

std::string short_place(const source_place& place) {
  namespace fs = std::filesystem;
  if (place.line == 0)
    return {};
  std::error_code no_folder;
  const fs::path file = fs::path(place.file).lexically_normal();
  const fs::path below = file.lexically_relative(fs::current_path(no_folder));
  const bool is_below = !no_folder && !below.empty() && *below.begin() != "..";
  return (is_below ? below : file).string() + ":" + std::to_string(place.line);
}

} // namespace cudalab::emulator
