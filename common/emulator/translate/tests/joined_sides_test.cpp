// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/joined_sides.h"

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

/// One reading, as the preprocessor makes it: lines of the other one are empty.
std::string reading(const std::string& lines) {
  return "# 1 \"a.cu\"\n" + lines;
}

std::string joined(const std::string& host, const std::string& device) {
  std::string text = joined_passes(reading(host), reading(device));
  const std::string marker = "\n# 1 \"a.cu\"\n";
  return text.compare(0, marker.size(), marker) == 0 ? text.substr(marker.size()) : text;
}

} // namespace

TEST_CASE("two equal readings are one, without __host__") {
  CHECK(joined("__host__ int f();\n\nint g();\n", "__host__ int f();\n\nint g();\n") ==
        "         int f();\n\nint g();");
}

TEST_CASE("a kernel and a device function are what the device reads") {
  CHECK(joined("__global__ void k() {\n\n}\n", "__global__ void k() {\nf();\n}\n") ==
        "__global__ void k() {\nf();\n}");
  CHECK(joined("__device__ int d() {\nreturn 1;\n\n}\n",
               "__device__ int d() {\n\nreturn 2;\n}\n") == "__device__ int d() {\n\nreturn 2;\n}");
}

TEST_CASE("a function of the host is what the host reads") {
  CHECK(joined("int main() {\nreturn 1;\n\n}\n", "int main() {\n\nreturn 2;\n}\n") ==
        "int main() {\nreturn 1;\n\n}");
}

TEST_CASE("a function for both sides asks where it runs") {
  const std::string text = joined("__host__ __device__ int b() {\nh();\nreturn 1;\n\n}\nint x;\n",
                                  "__host__ __device__ int b() {\nh();\n\nreturn 2;\n}\nint x;\n");
  CHECK(text == "         __device__ int b() { if (::cudalab_in_kernel()) {\nh();\n\nreturn 2;\n"
                "} else {\n# 1 \"a.cu\"\n\nh();\nreturn 1;\n\n}}\nint x;");
}

TEST_CASE("what only one side declares is there, of two declarations the device's is") {
  CHECK(joined("int h();\n\n", "\n__device__ int d();\n") == "\n# 2 \"a.cu\"\n__device__ int d();");
  CHECK(joined("int a;\n\nint z;\n", "int a;\n__device__ int d();\nint z;\n") ==
        "int a;\n__device__ int d();\nint z;");
  CHECK(joined("int a;\nint h();\nint z;\n", "int a;\n\nint z;\n") == "int a;\nint h();\nint z;");
}

TEST_CASE("files are named by the line markers") {
  CHECK(files_of("# 1 \"a.cu\"\nint x;\n# 3 \"b.h\" 1 3\n") ==
        std::vector<std::string>{"a.cu", "b.h"});
}
