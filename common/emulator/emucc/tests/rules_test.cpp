// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/emucc/rule_messages.h"
#include "emulator/emucc/tests/workshop.h"
#include "emulator/emucc/words.h"

using namespace cudalab::emulator;

namespace {

/// Exit code of the check; -1: there is no clang here.
int check(const workshop& here, const std::string& source, std::string& messages) {
  const finished result = here.emucc({"--check-rules", here.write("lab.cu", source)});
  messages = result.errors;
  return result.status == 3 ? -1 : result.status;
}

void breaks_a_rule(const std::string& source, const std::string& words) {
  const workshop here;
  std::string messages;
  const int code = check(here, source, messages);
  if (code < 0) {
    MESSAGE("no clang here");
    return;
  }
  CAPTURE(messages);
  CHECK(code == 1);
  CHECK(contains(messages, here.path("lab.cu") + words));
}

} // namespace

TEST_CASE("what only nvcc's or clang's CUDA front end sees") {
  breaks_a_rule("int f() { return 1; }\n__global__ void k(int* a) {\n  a[0] = f();\n}\n",
                ":3:10: error: f() is a function of the host");
  breaks_a_rule("int x = 1;\n__global__ void k(int* a) { a[0] = x; }\n",
                ":2:36: error: x is a variable of the host");
  breaks_a_rule("__global__ void k(int* a) {\n  __shared__ int x = 1;\n  a[0] = x;\n}\n",
                ":2:18: error: a __shared__ variable cannot be initialised");
  breaks_a_rule("struct s { int x; s() : x(1) {} };\n__global__ void k() {\n  __shared__ s x;\n}\n",
                ":3:16: error: the constructor of s is host code");
  breaks_a_rule("__global__ void k() {}\nvoid f() { k(); }\n",
                ":2:13: error: the kernel k is called without <<<blocks, threads>>>");
  breaks_a_rule("__device__ int f() { return 1; }\nint g() { return f(); }\n",
                ":2:18: error: f() is a __device__ function");
}

TEST_CASE("what is constexpr only is a function of the host, as for nvcc") {
  breaks_a_rule(
      "#include <algorithm>\n__global__ void k(int* a) { a[0] = std::min(a[1], a[2]); }\n",
      ":2:36: error: min() is a function of the C++ library for the host, and device "
      "code cannot call it, constexpr or not: CUDA has min() itself, without std::");
  breaks_a_rule("#include <limits>\n__global__ void k(int* a) { *a = "
                "std::numeric_limits<int>::max(); }\n",
                ":2:60: error: max() is a function of the C++ library");
  breaks_a_rule("#include <utility>\n__global__ void k(int* a) { std::swap(a[0], a[1]); }\n",
                ":2:29: error: swap() is a function of the C++ library");
  breaks_a_rule("constexpr int f() { return 1; }\n__global__ void k(int* a) {\n  a[0] = f();\n}\n",
                ":3:10: error: f() is a function of the host");
}

TEST_CASE("most of the C library's functions are the host's") {
  breaks_a_rule("#include <cstdlib>\n__global__ void k(int* a) {\n  a[0] = rand();\n}\n",
                ":3:10: error: rand() is a function of the C++ library");
}

TEST_CASE("nothing is said of a file that keeps the rules") {
  const workshop here;
  std::string messages;
  const int code = check(here, R"(
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
constexpr int TILE = 16;
const int LIMIT = 5;
__constant__ float filter[TILE];
template <class T> __host__ __device__ T square(T x) { return x * x; }
__device__ int any_of(...);
__device__ float all(float x) {
  return sqrtf(x) + std::sqrt(x) + fmaxf(x, 1.0f) + expf(x) + std::abs(x) + powf(x, 2.0f) +
         floorf(x) + rsqrtf(x) + min(3, 4) + abs(-3) + max(1, 2);
}
template <int N, class T> __global__ void kernel(T* a, int n) {
  __shared__ alignas(16) T tile[TILE][TILE];
  extern __shared__ float dynamic[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = a[i];
  __syncthreads();
  if (i < n && i < LIMIT)
    a[i] = square(all(a[i])) + filter[i] + dynamic[0] + N + tile[0][0];
  printf("%d %f\n", i, a[i]);
}
void run(float* d, int n) {
  std::vector<float> v(n);
  std::sort(v.begin(), v.end());
  std::cout << std::min(n, 3) << std::max(1.0f, 2.0f) << std::sqrt(2.0) << sqrtf(2.0f);
  dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE);
  kernel<3> << <grid, block, 100>> >(d, n);
  kernel<3, float><<<{1, 2}, {32}>>>(d, n);
  if (cudaGetLastError() != cudaSuccess)
    throw std::runtime_error(std::string("launch"));
  std::function<void()> again = [=] { kernel<1><<<1, 1>>>(d, n); };
  std::printf("%d\n", n);
}
std::shared_ptr<float> shared(float* p) { return {p, std::free}; }
std::unique_ptr<float, decltype(&std::free)> owned(float* p) { return {p, &std::free}; }
)",
                         messages);
  if (code < 0)
    return;
  CHECK(messages == "");
  CHECK(code == 0);
}

TEST_CASE("messages about other people's headers are not the student's") {
  const rule_messages messages =
      read_rule_messages("/usr/bin/../include/c++/x.h:1:2: error: reference to __host__ function\n"
                         "lab.cu:1:2: note: in instantiation\n"
                         "/p/include/cudalab/api.h:3:4: error: bad\n"
                         "lab.cu:5:6: warning: odd\n"
                         "2 errors generated when compiling for sm_70.\n",
                         "/p/include");
  CHECK(messages.foreign_errors == 2);
  CHECK(messages.own_errors == 0);
  CHECK(messages.text == "lab.cu:5:6: warning: odd\n");
}

TEST_CASE("with -rdc=true kernels may launch, and call CUDA's device runtime, and no more") {
  const std::string launches = "lab.cu:1:2: error: reference to __global__ function 'k<int>' in "
                               "__global__ function\n"
                               "lab.cu:3:4: error: no matching function for call to 'cudaMalloc'\n"
                               "/p/a.h:5:6: note: candidate function not viable: call to __host__ "
                               "function from __global__ function\n",
                    waits = "lab.cu:7:8: error: reference to __host__ function "
                            "'cudaDeviceSynchronize' in __global__ function\n";
  const rule_messages with = read_rule_messages(launches + waits, "/p", true);
  CHECK(with.allowed == 2);
  CHECK(with.own_errors == 1);
  CHECK(
      contains(with.text, "lab.cu:7:8: error: cudaDeviceSynchronize() is a function of the host"));
  const rule_messages without = read_rule_messages(launches + waits, "/p");
  CHECK(without.allowed == 0);
  CHECK(without.own_errors == 3);
}

TEST_CASE("a program whose kernels launch breaks no rule") {
  const workshop here;
  const std::string source = here.write(
      "lab.cu", "__global__ void child(int* a) { *a = 1; }\n__global__ void parent(int* a) {\n"
                "  cudaMalloc(&a, sizeof(int));\n  child<<<1, 1>>>(a);\n}\n");
  const finished result = here.emucc({"--check-rules", "-rdc=true", source});
  if (result.status == 3)
    return; // no clang here
  CHECK(result.errors == "");
  CHECK(result.status == 0);
  CHECK(here.emucc({"--check-rules", source}).status == 1);
}

TEST_CASE("each error brings its remedy in a note") {
  const auto remedy_after = [](const std::string& error) {
    const std::string text = read_rule_messages("lab.cu:1:2: error: " + error + "\n", "/p").text;
    const std::string note = "\nlab.cu:1:2: note: remedy: ";
    return contains(text, note) ? text.substr(text.find(note) + note.size()) : "";
  };
  CHECK(contains(remedy_after("kernel call to global function 'k' not configured"), "<<<...>>>"));
  CHECK(
      remedy_after("reference to __device__ function 'f' in __host__ function").rfind("Host", 0) ==
      0);
  CHECK(remedy_after("reference to __host__ function 'f' in __global__ function")
            .rfind("A kernel may", 0) == 0);
  CHECK(remedy_after("no member named 'x'").rfind("A kernel may", 0) == 0);
}
