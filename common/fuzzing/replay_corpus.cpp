// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Linked to a fuzz test in libFuzzer's place: tries the kept inputs, with any compiler.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <doctest/doctest.h>

#include "fuzzing/property.h"

TEST_CASE("the kept inputs") {
  CHECK(LLVMFuzzerTestOneInput(nullptr, 0) == 0);
  unsigned tried = 0;
  for (const auto& file : std::filesystem::directory_iterator(CUDALAB_CORPUS)) {
    CAPTURE(file.path().string());
    std::ifstream in(file.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in),
                                  std::istreambuf_iterator<char>()};
    CHECK(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                 bytes.size()) == 0);
    ++tried;
  }
  CHECK(tried > 0);
}
