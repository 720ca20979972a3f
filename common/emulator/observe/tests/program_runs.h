// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Programs of this folder, compiled by emucc.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace observe_test {

using json = nlohmann::json;
inline const std::string sources = OBSERVE_TEST_SOURCES;

inline std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe))
    text.append(part.data(), size);
  pclose(pipe);
  return text;
}

/// Removed with everything in it when the tests end.
struct scratch {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("observe-test-" + std::to_string(getpid()));
  scratch() { std::filesystem::create_directories(folder); }
  ~scratch() { std::filesystem::remove_all(folder); }
};

/// Builds it at first need.
inline std::string program(const std::string& source, const std::string& options = "") {
  static scratch place;
  static std::map<std::string, std::string> built;
  std::string& path = built[source + options];
  if (path.empty()) {
    path = (place.folder / std::to_string(built.size())).string();
    const std::string command = "'" EMUCC "' --checked '-I" OBSERVE_TEST_INCLUDE "' " + options +
                                " '" + sources + "/" + source + "' -o '" + path + "'";
    REQUIRE_MESSAGE(std::system(command.c_str()) == 0, command);
  }
  return path;
}

inline json run(const std::string& path, const std::string& arguments,
                const std::string& threads = "2") {
  const std::string text =
      output_of("CUDALAB_THREADS=" + threads + " " + path + " " + arguments + " 2>/dev/null");
  REQUIRE_MESSAGE(json::accept(text), text);
  return json::parse(text);
}

/// The line of a program that ends in this comment.
inline int line_with(const std::string& comment, const std::string& program = "mistakes.cu") {
  std::ifstream file(sources + "/" + program);
  std::string text;
  for (int number = 1; std::getline(file, text); ++number)
    if (text.ends_with("// " + comment))
      return number;
  FAIL("no line ends in " << comment);
  return 0;
}

inline bool has(const json& text, const std::string& part) {
  return text.get<std::string>().find(part) != std::string::npos;
}

} // namespace observe_test
