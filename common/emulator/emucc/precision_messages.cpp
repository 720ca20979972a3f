// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/precision_messages.h"

#include <sstream>

#include "emulator/emucc/located_line.h"
#include "emulator/emucc/words.h"

namespace cudalab::emulator {

bool is_promotion(const std::string& text) {
  return text.find("[-Wdouble-promotion]") != text.npos;
}

bool is_narrowing(const std::string& text) {
  if (text.find("-Wimplicit-int-float-conversion") != text.npos) // an int, not a double
    return false;
  return is_about_precision(text) && !is_promotion(text);
}

bool is_about_precision(const std::string& text) {
  return text.find("[-Wimplicit-float-conversion]") != text.npos ||
         text.find("[-Wimplicit-int-float-conversion]") != text.npos || // part of it
         is_promotion(text);
}

std::vector<std::string> precision_warnings() {
  return {"-Wdouble-promotion", "-Wno-error=double-promotion", "-Wimplicit-float-conversion",
          "-Wno-error=implicit-float-conversion"};
}

std::string without_precision(const std::string& messages) {
  if (!is_about_precision(messages))
    return messages;
  std::string result, before; // what stands before a message and belongs to it
  bool dropped = false;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    const auto parts = parse_located_line(line);
    const bool leads = begins(line, "In file included from");
    const bool note = parts && begins(parts->text, "note: ");
    if (leads) {
      before += line + '\n';
    } else if (note && dropped) {
      before.clear();
    } else {
      dropped = parts && is_about_precision(parts->text);
      if (!dropped)
        result += before + line + '\n';
      before.clear();
    }
  }
  return result + before;
}

} // namespace cudalab::emulator
