// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// clangd at each word of the given .cu files: the definition, what it says of the word, and each
// change that it offers there ("clangd --check"). clangd 14 crashes when it adds a
// using-declaration to a file with `catch (...)` (clangd's issue 1072).
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> given_cuda_files() {
  std::vector<fs::path> found;
  for (const auto& lab : fs::directory_iterator(fs::path(CUDALAB_SOURCE_ROOT) / "labs"))
    if (lab.is_directory())
      for (const auto& each : fs::directory_iterator(lab))
        if (each.path().extension() == ".cu")
          found.push_back(each.path());
  std::sort(found.begin(), found.end());
  return found;
}

struct checked {
  bool crashed = false;
  std::string said;
};

checked check_with_clangd(const fs::path& file) {
  checked result;
  FILE* pipe = popen(("clangd --log=error --check='" + file.string() + "' 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    result.said.append(buffer.data(), count);
  const int status = pclose(pipe);
  // 3: it found mistakes, or a change that it offers cannot be made.
  result.crashed = !WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3);
  return result;
}

} // namespace

TEST_CASE("clangd answers at each word of the given .cu files, and finds no mistake in them") {
  if (std::system("command -v clangd >/dev/null") != 0) {
    MESSAGE("SKIPPED: clangd is not installed (sudo apt-get install clangd)");
    return;
  }
  const std::vector<fs::path> files = given_cuda_files();
  CHECK(files.size() >= 8);
  for (const fs::path& each : files) {
    const checked result = check_with_clangd(each);
    CHECK_MESSAGE(!result.crashed, each.string() << "\n" << result.said);
    CHECK_MESSAGE(!std::regex_search(result.said, std::regex("\\] \\[\\w+\\] Line \\d+: ")),
                  each.string() << "\n"
                                << result.said);
  }
}
