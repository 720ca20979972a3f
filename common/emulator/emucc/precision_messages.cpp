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
  // g++ knows the value: a constant, which is narrowed when the program is compiled.
  if (text.find("changes value from") != text.npos)
    return false;
  if (text.find("-Wimplicit-int-float-conversion") != text.npos) // an int, not a double
    return false;
  return is_about_precision(text) && !is_promotion(text);
}

bool is_about_precision(const std::string& text) {
  for (const char* warning : {"[-Wfloat-conversion]", "[-Wimplicit-float-conversion]",
                              "[-Wimplicit-int-float-conversion]"}) // part of the second
    if (text.find(warning) != text.npos)
      return true;
  return is_promotion(text);
}

std::vector<std::string> precision_warnings(bool clang) {
  const std::string narrowing = clang ? "implicit-float-conversion" : "float-conversion";
  return {"-Wdouble-promotion", "-Wno-error=double-promotion", "-W" + narrowing,
          "-Wno-error=" + narrowing};
}

std::string without_precision(const std::string& messages) {
  if (!is_about_precision(messages))
    return messages;
  std::string result, before; // what stands before a message and belongs to it
  bool dropped = false;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    const auto parts = parse_located_line(line);
    const std::size_t word = parts ? parts->text.find_first_not_of(' ') : 0;
    const bool leads =
        (parts && word != std::string::npos && parts->text.compare(word, 9, "required ") == 0) ||
        begins(line, "In file included from") || begins(line, "     ") ||
        (!line.empty() && line.back() == ':');
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
