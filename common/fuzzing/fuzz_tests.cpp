// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The program of all fuzz tests. The two functions' names and forms are libFuzzer's.
#include <filesystem>

#include "fuzzing/property.h"

using namespace cudalab::fuzzing;

namespace {

const fuzz_test* last_declared = nullptr;
const fuzz_test* chosen = nullptr;

} // namespace

namespace cudalab::fuzzing {

fuzz_test::fuzz_test(const char* name, try_input how) : name(name), how(how), next(last_declared) {
  last_declared = this;
}

const fuzz_test* fuzz_test::find(const std::string& name) {
  const fuzz_test* each = last_declared;
  while (each != nullptr && each->name != name)
    each = each->next;
  return each;
}

} // namespace cudalab::fuzzing

extern "C" int LLVMFuzzerInitialize(int*, char*** arguments) {
  const std::string name = std::filesystem::path(**arguments).filename();
  chosen = fuzz_test::find(name);
  if (chosen == nullptr) {
    std::fprintf(stderr, "no fuzz test is called %s\n", name.c_str());
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (*chosen)(data, size);
  return 0;
}
