// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// What an editor with clangd shows in a lab's file.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "editing/tests/clangd_session.h"

using cudalab::editing::clangd_session;

namespace {

const std::string root = CUDALAB_SOURCE_ROOT;
const std::string folder = root + "/labs/lab04_tiled_matmul/";

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

bool has_clangd() {
  if (std::system("command -v clangd >/dev/null") == 0)
    return true;
  MESSAGE("SKIPPED: clangd is not installed (sudo apt-get install clangd)");
  return false;
}

bool has(const std::vector<std::string>& all, const std::string& wanted) {
  return std::any_of(all.begin(), all.end(), [&](const std::string& each) {
    return each.find(wanted) != std::string::npos;
  });
}

bool offers(const std::vector<std::string>& names, const std::string& wanted) {
  return std::find(names.begin(), names.end(), wanted) != names.end();
}

} // namespace

TEST_CASE(
    "clangd has nothing to say of a starter, completes CUDA's words, and knows CUDA's rules") {
  if (!has_clangd())
    return;
  clangd_session editor(root);
  const std::string starter = content_of(folder + "lab04.cu");
  const auto said = editor.open(folder + "lab04.cu", starter);
  CHECK_MESSAGE(said.empty(), (said.empty() ? "" : said.front()));

  const std::string path = folder + "wrong.cu";
  const std::string text = "#include \"lab04.h\"\n"
                           "int on_host(int);\n"
                           "int of_host;\n"
                           "__global__ void kernel(int n) {\n"
                           "  on_host(n);\n"
                           "  unknown = n;\n"
                           "  n = of_host;\n"
                           "  __sync;\n"
                           "  n = threadIdx.;\n"
                           "}\n"
                           "void launch() { kernel(1); }\n"
                           "void copy() { cudaMemc; }\n";
  const auto mistakes = editor.open(path, text);
  CHECK(has(mistakes, "5: No matching function for call to 'on_host'"));
  CHECK(has(mistakes, "6: Use of undeclared identifier 'unknown'"));
  CHECK(has(mistakes, "7: Reference to __host__ variable 'of_host' in __global__ function"));
  CHECK(has(mistakes, "11: Call to global function 'kernel' not configured"));

  CHECK(offers(editor.complete(path, text, "__sync"), "__syncthreads"));
  CHECK(editor.complete(path, text, "n = threadIdx.") == std::vector<std::string>{"x", "y", "z"});
  CHECK(offers(editor.complete(path, text, "cudaMemc"), "cudaMemcpy"));
}
