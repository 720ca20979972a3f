// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Compiles the samples beside this file. The first line of a sample is
/// "// accepted" or "// line 7: part of the message".
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  char part[4096];
  while (fgets(part, sizeof part, pipe) != nullptr)
    text += part;
  pclose(pipe);
  return text;
}

/// Every sample of the folder against what the compiler says.
void check_samples(const std::string& folder, const std::string& compiler) {
  int samples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SAMPLES "/" + folder)) {
    const std::string path = entry.path().string();
    std::string expected;
    std::getline(std::ifstream(path) >> std::ws, expected);
    const std::string said = output_of(
        compiler + " -std=c++17 -fsyntax-only -I '" HEADERS "' -include cuda_runtime.h '" + path +
        "'");
    INFO(path << ": " << said);
    ++samples;
    if (expected == "// accepted") {
      CHECK(said.find("error:") == std::string::npos);
      continue;
    }
    const std::size_t number = expected.find("line ") + 5, colon = expected.find(": ");
    REQUIRE(colon != std::string::npos);
    const std::string place = path + ":" + expected.substr(number, colon - number) + ":";
    const std::size_t error = said.find("error:");
    REQUIRE(error != std::string::npos);
    CHECK(said.find(place) < error); // the first error is on that line
    CHECK(said.find(expected.substr(colon + 2), error) != std::string::npos);
  }
  CHECK(samples > 3);
}

} // namespace

TEST_CASE("what the device does not support is an error on the user's line") {
  check_samples("plain", CLANG " -x c++");
}

TEST_CASE("clang's CUDA front end finds what breaks CUDA's rules") {
  check_samples("rules",
                CLANG " -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc "
                      "-nocudalib -DCUDALAB_RULES_CHECK -Xclang -fno-cuda-host-device-constexpr "
                      "-nobuiltininc -isystem $(" CLANG " -print-resource-dir)/include");
}
