// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/observe/symbols/source_excerpt.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace cudalab::emulator {
namespace {

/// A source out of sight of the program's sandbox is read from its copy: a file in CUDALAB_SOURCES
/// whose first line says of which file it is one. The next line is the source's first.
std::ifstream open_source(const std::string& path) {
  std::ifstream source(path);
  const char* const copies = std::getenv("CUDALAB_SOURCES");
  if (source || copies == nullptr)
    return source;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(copies, ignored)) {
    std::ifstream copy(entry.path());
    std::string first;
    if (std::getline(copy, first) && first == "#line 1 \"" + path + '"')
      return copy;
  }
  return source;
}

} // namespace

std::string whole_line_at(const source_place& place) {
  std::ifstream file = open_source(place.file);
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
