// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// __device__ and __constant__ variables of several files, and where none can be.
#include <doctest/doctest.h>

#include "emulator/emucc/tests/workshop.h"
#include "emulator/emucc/words.h"

using namespace cudalab::emulator;

namespace {

const char* const declared = R"(
extern __device__ int count;
extern __constant__ float factors[3];
)";

const char* const defined = R"(
#include "shared.cuh"
__device__ int count = 4;
__constant__ float factors[3];
template <class T>
__device__ T each[2];
__global__ void add() {
  each<char>[1] = 1;
  each<long>[1] = 3;
  count += int(factors[2]) + each<char>[1] - each<char>[0] + int(each<long>[1]);
}
void launch_add() {
  register int threads = 1; // nvcc only warns, in C++17 too
  add<<<1, threads>>>();
}
)";

const char* const used = R"(
#include "shared.cuh"
void launch_add();
int main() {
  const float values[3] = {0, 0, 5};
  int result = 0;
  if (cudaMemcpyToSymbol(factors, values, sizeof values) != cudaSuccess)
    return 1;
  launch_add();
  if (cudaMemcpyFromSymbol(&result, count, sizeof result) != cudaSuccess)
    return 2;
  return result == 13 ? 0 : 3;
}
)";

} // namespace

TEST_CASE("a variable of the device is defined in one file and used in another") {
  const workshop shop;
  shop.write("shared.cuh", declared);
  const std::string one = shop.write("one.cu", defined), two = shop.write("two.cu", used);
  for (const char* flavour : {"--checked", "--fast"}) {
    const std::string program = shop.path("program");
    const finished built = shop.emucc({flavour, "-rdc=true", one, two, "-o", program});
    INFO(flavour, ": ", built.errors);
    REQUIRE(built.status == 0);
    const finished ran = run_tool({program});
    CHECK(ran.status == 0);
    CHECK(ran.errors == "");
  }
}

TEST_CASE("a large array costs no bytes in the program's file") {
  const workshop shop;
  const std::string source =
      shop.write("big.cu", "__device__ float big[1 << 24];\n"
                           "__global__ void k() { big[5] = 1; }\n"
                           "int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n");
  const std::string program = shop.path("big");
  REQUIRE(shop.emucc({"--fast", source, "-o", program}).status == 0);
  CHECK(std::filesystem::file_size(program) < (16u << 20));
  CHECK(run_tool({program}).status == 0);
}

TEST_CASE("places and sizes that a GPU does not have are errors of one line") {
  const workshop shop;
  const struct {
    const char* text;
    const char* error;
  } samples[] = {
      {"struct s { static __device__ int n; };\n", "a.cu:1:19: error: a __device__ variable cannot "
                                                   "be a member of a class"},
      {"__global__ void k() {\n  __constant__ int n;\n}\n",
       "a.cu:2:3: error: a __constant__ variable cannot be declared in a function"},
      {"__constant__ float c[20000];\n", "have 80000 bytes; a GPU has room for 65536"},
  };
  for (const auto& sample : samples) {
    const std::string source = shop.write("a.cu", sample.text);
    const finished built = shop.emucc({"-c", source, "-o", shop.path("a.o")});
    INFO(built.errors);
    CHECK(built.status != 0);
    CHECK(contains(built.errors, sample.error));
  }
}
