// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/located_line.h"

#include <cctype>

namespace cudalab::emulator {

std::optional<located_line> parse_located_line(const std::string& line) {
  for (std::size_t colon = line.find(':'); colon != line.npos; colon = line.find(':', colon + 1)) {
    std::size_t at = colon + 1;
    int numbers[2] = {0, 0};
    bool good = true;
    for (int& number : numbers) {
      const std::size_t begin = at;
      for (; at < line.size() && std::isdigit(static_cast<unsigned char>(line[at])); ++at)
        number = number * 10 + (line[at] - '0');
      good = good && at > begin && at - begin < 9 && at < line.size() && line[at] == ':';
      ++at;
    }
    if (good && at < line.size())
      return located_line{{line.substr(0, colon), numbers[0], numbers[1]}, line.substr(at + 1)};
  }
  return std::nullopt;
}

std::string to_text(const located_line& line) {
  return line.place.file + ':' + std::to_string(line.place.line) + ':' +
         std::to_string(line.place.column) + ": " + line.text;
}

} // namespace cudalab::emulator
