// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// emucc as a build system uses it: objects, dependencies, both flavours.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "emulator/emucc/tests/workshop.h"
#include "emulator/emucc/words.h"

using namespace cudalab::emulator;
namespace fs = std::filesystem;

namespace {

const std::string kernel_file = EMUCC_PROGRAMS "/two_files_kernel.cu";
const std::string main_file = EMUCC_PROGRAMS "/two_files_main.cu";
const std::string host_file = EMUCC_PROGRAMS "/two_files_host.cpp";

} // namespace

TEST_CASE("objects made apart link together, with plain ones that emucc did not make") {
  const workshop here;
  REQUIRE(here.emucc({"-c", main_file, "-o", here.path("main.o")}).status == 0);
  REQUIRE(here.emucc({"-dc", kernel_file, "-odir", here.path(".")}).status == 0);
  REQUIRE(run_tool({"clang++", "-c", host_file, "-o", here.path("host.o")}).status == 0);
  const finished link = here.emucc({here.path("main.o"), here.path("two_files_kernel.o"),
                                    here.path("host.o"), "-o", here.path("program")});
  CHECK(link.errors == "");
  CHECK(run_tool({here.path("program")}).output == "42\n");
}

TEST_CASE("with -rdc=true or -dc a kernel may launch another one") {
  const workshop here;
  const std::string source = here.write("tree.cu", R"(#include <cstdio>
__global__ void add(int* sum, int number) { *sum += number; }
__global__ void grow(int* sum, int depth) {
  __shared__ int twice;
  twice = 2 * depth;
  if (depth > 0)
    grow<<<1, 1>>>(sum, depth - 1);
  add<<<1, 1>>>(sum, twice);
}
int main() {
  int *sum, got;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  grow<<<1, 1>>>(sum, 10);
  cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(sum);
  std::printf("%d\n", got);
}
)");
  for (const std::string flavour : {"--checked", "--fast"}) {
    CAPTURE(flavour);
    REQUIRE(here.emucc({flavour, "-rdc=true", source, "-o", here.path("whole")}).status == 0);
    REQUIRE(here.emucc({flavour, "-dc", source, "-o", here.path("tree.o")}).status == 0);
    REQUIRE(here.emucc({flavour, here.path("tree.o"), "-o", here.path("linked")}).status == 0);
    for (const std::string program : {"whole", "linked"}) {
      const finished ran = run_tool({here.path(program)});
      CHECK(ran.output == "110\n");
      CHECK(ran.errors == "");
      CHECK(ran.status == 0);
    }
  }
  const finished alone = here.emucc({"-c", source, "-o", here.path("tree.o")});
  CHECK(alone.status == 1);
  CHECK(contains(alone.errors, "tree.cu:7:9: error: a kernel launches another one, which needs "
                               "separate compilation (-rdc=true)"));
}

TEST_CASE("what CUDA's functions answer a kernel counts as written by it") {
  const workshop here;
  const std::string source = here.write("answers.cu", R"(#include <cstdio>
__global__ void fill(int** parts) { *parts[threadIdx.x] = threadIdx.x; }
__global__ void add(int** parts, int* sum) {
  for (int i = 0; i < 8; ++i)
    *sum += *parts[i];
}
__global__ void drop(int** parts) { cudaFree(parts[threadIdx.x]); }
__global__ void work(int** parts, int* sum, bool frees) {
  cudaMalloc(&parts[threadIdx.x], sizeof(int));
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  __shared__ cudaStream_t own;
  __shared__ cudaEvent_t done;
  __shared__ int numbers[4];
  __shared__ size_t heap;
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaGetDevice(&numbers[0]);
  cudaGetDeviceCount(&numbers[1]);
  cudaDeviceGetAttribute(&numbers[2], cudaDevAttrWarpSize, numbers[0]);
  cudaRuntimeGetVersion(&numbers[3]);
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  *sum = numbers[0] + numbers[2] + (numbers[1] > 0 && numbers[3] > 0 && heap > 0 ? 100 : 0);
  fill<<<1, 8, 0, own>>>(parts);
  cudaEventRecord(done, own);
  cudaStreamWaitEvent(own, done, 0);
  add<<<1, 1, 0, own>>>(parts, sum);
  if (frees)
    drop<<<1, 8, 0, own>>>(parts);
  cudaEventDestroy(done);
  cudaStreamDestroy(own);
}
int main(int count, char**) {
  int **parts, *sum, got;
  cudaMalloc(&parts, 8 * sizeof(int*));
  cudaMalloc(&sum, sizeof(int));
  cudaSetDevice(0);
  work<<<1, 8>>>(parts, sum, count == 1);
  cudaMemcpy(&got, sum, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(parts);
  cudaFree(sum);
  std::printf("%d %s\n", got, cudaGetErrorName(cudaGetLastError()));
}
)");
  REQUIRE(here.emucc({"-rdc=true", source, "-o", here.path("answers")}).status == 0);
  const finished ran = run_tool({here.path("answers")});
  CHECK(ran.output == "160 cudaSuccess\n"); // 32 and 100, and 0 to 7
  CHECK(ran.errors == "");
  CHECK(ran.status == 0);
  const finished leaves = run_tool({here.path("answers"), "all"});
  CHECK(contains(leaves.errors, "warning: memory never freed\n    a thread allocates it"));
  CHECK(contains(leaves.errors, "8 allocations of 32 bytes in all"));
}

TEST_CASE("checked and fast objects are not mixed, not even in an archive") {
  const workshop here;
  REQUIRE(here.emucc({"-c", main_file, "-o", here.path("main.o")}).status == 0);
  REQUIRE(here.emucc({"--fast", "-c", kernel_file, "-o", here.path("kernel.o")}).status == 0);
  REQUIRE(run_tool({"ar", "rc", here.path("kernel.a"), here.path("kernel.o")}).status == 0);
  for (const std::string kernel : {"kernel.o", "kernel.a"}) {
    const finished link =
        here.emucc({here.path("main.o"), here.path(kernel), host_file, "-o", here.path("program")});
    CHECK(link.status == 1);
    CHECK(contains(link.errors, "some of these objects were compiled with --checked"));
    CHECK_FALSE(fs::exists(here.path("program")));
  }
}

TEST_CASE("what make has to know") {
  const workshop here;
  here.write("own.h", "");
  const std::string source = here.write("lab.cu", "#include \"own.h\"\nint main() {}\n");
  const std::string own = here.path("lab.o") + ": " + source + " " + here.path("own.h") + "\n";
  REQUIRE(here.emucc({"-MMD", "-c", source, "-o", here.path("lab.o")}).status == 0);
  const std::string rule = read_file(here.path("lab.d"));
  CHECK(contains(rule, here.path("lab.o") + ":"));
  CHECK(contains(rule, "own.h"));
  CHECK_FALSE(contains(rule, "cuda_runtime.h"));
  const finished listed = here.emucc({"-M", source});
  CHECK(listed.output.rfind("lab.o:", 0) == 0);
  CHECK(contains(listed.output, "cuda_runtime.h"));
  REQUIRE(
      here.emucc({"-MD", "-MP", "-MF", here.path("x"), "-MT", "it", source, "-o", here.path("lab")})
          .status == 0);
  CHECK(read_file(here.path("x")).rfind("it:", 0) == 0);
  CHECK(contains(read_file(here.path("x")), here.path("own.h") + ":\n"));
}

TEST_CASE("an object that nobody wants is written to /dev/null") {
  const workshop here;
  const std::string source = here.write("a.cu", "__global__ void k() {}\n");
  const finished result = here.emucc({"-c", source, "-o", "/dev/null"});
  CAPTURE(result.errors);
  CHECK(result.status == 0);
  CHECK_FALSE(fs::is_regular_file("/dev/null"));
  CHECK(here.left_nothing_behind());
}

TEST_CASE("-run runs it, with its arguments and its exit code") {
  const workshop here;
  const std::string source = here.write("lab.cu", "#include <cstdio>\n"
                                                  "int main(int n, char** a) {\n"
                                                  "  std::puts(a[n - 1]); return n; }\n");
  const finished ran = here.emucc({"-run", "-run-args", "one,two", source, "-o", here.path("lab")});
  CHECK(ran.output == "two\n");
  CHECK(ran.status == 3);
  CHECK(here.left_nothing_behind());
}

TEST_CASE("languages: -x, C, and old standards") {
  const workshop here;
  const std::string c = here.write("part.c", "int part(int *restrict x) { return *x; }\n");
  const std::string cu =
      here.write("main.txt", "extern \"C\" int part(int*);\n__global__ void k() {}\n"
                             "int main() { int x = 0; k<<<1, 1>>>(); return part(&x); }\n");
  for (const std::string standard : {"c++11", "c++14", "c++17", "c++20"}) {
    CAPTURE(standard);
    const finished built =
        here.emucc({"-std=" + standard, c, "-x", "cu", cu, "-o", here.path("program"), "-run"});
    CHECK(built.errors == "");
    CHECK(built.status == 0);
  }
}

TEST_CASE("the version names CUDA's and clang's") {
  const workshop here;
  const finished version = here.emucc({"--version"});
  CHECK(version.status == 0);
  CHECK(contains(version.output, "CUDA 13.0"));
  CHECK(contains(version.output, "clang version "));
}

TEST_CASE("checked code asks about indices once and notes its blocks, fast code does neither") {
  const workshop here;
  const std::string source = here.write("k.cu", "__global__ void k(int* a, int i) {\n"
                                                "  __shared__ int s[4];\n"
                                                "  s[i] = i;\n"
                                                "  a[i] = s[i];\n"
                                                "}\n");
  const std::string object = here.path("k.o");
  const auto names = [&](const std::string& symbol) {
    return contains(read_file(object), std::string(1, '\0') + symbol + '\0');
  };
  REQUIRE(here.emucc({"-c", source, "-o", object}).status == 0);
  CHECK(names("__ubsan_handle_out_of_bounds_abort")); // nothing comes back from a wrong index
  CHECK_FALSE(names("__ubsan_handle_out_of_bounds"));
  CHECK(names("__sanitizer_cov_trace_pc"));
  REQUIRE(here.emucc({"--fast", "-c", source, "-o", object}).status == 0);
  CHECK_FALSE(names("__ubsan_handle_out_of_bounds_abort"));
  CHECK_FALSE(names("__sanitizer_cov_trace_pc"));
}
