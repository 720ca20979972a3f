// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/cli/tool_output.h"

#include <array>
#include <cstdio>
#include <memory>
#include <regex>

namespace cudalab::grader {

namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string output_of(const std::string& command) {
  std::string result;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 4096> buffer;
  while (pipe && result.size() < 100'000) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    if (count == 0)
      break;
    result.append(buffer.data(), count);
  }
  return result;
}

} // namespace

std::string version_of(const fs::path& program, const std::string& argument) {
  const std::string text =
      output_of(quoted(program.string()) + " " + argument + " 2>/dev/null </dev/null");
  std::smatch found;
  return std::regex_search(text, found, std::regex("[0-9]+(\\.[0-9]+)+")) ? found.str() : "";
}

} // namespace cudalab::grader
