// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/submission_text.h"

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

/// The lines with something to refuse.
std::vector<int> lines_of(const char* text) {
  std::vector<int> lines;
  for (const refused_text& each : find_refused_text(text))
    lines.push_back(each.line);
  return lines;
}

bool refused(const char* text) {
  return !find_refused_text(text).empty();
}

} // namespace

TEST_CASE("what students write is not refused") {
  for (const char* text :
       {"#include \"lab03.h\"\n#include <vector>\n#include \"lab/cuda_check.h\"\n",
        "__global__ void __launch_bounds__(256) k(const float* __restrict__ p) {}\n",
        "extern __shared__ float tiles[]; // asm, __tsan_read4, #pragma GCC optimize\n",
        "#define CHECK(call) check(call, __FILE__, __LINE__)\n#ifdef DEBUG\n#endif\n",
        "#define LAUNCH(k, ...) k<<<1, 2>>>(__VA_ARGS__); say(#k)\n",
        "#define SAY(form, ...) printf(form, ##__VA_ARGS__); log(form __VA_OPT__(,) __VA_ARGS__)\n",
        "#if __cplusplus >= 201703L\n#endif\n", "#pragma unroll 4\n", "#pragma unroll\n",
        "const char* text = \"asm volatile\";\n",
        "[[maybe_unused]] int a[b[1]]; int section, target, constructor;\n",
        "x = a[i[0]]; y = __shfl_down_sync(~0u, x, 1) + __fmaf_rn(a, b, c);\n"})
    CHECK_MESSAGE(find_refused_text(text).empty(), text);
}

TEST_CASE("assembly language and hidden names of it are refused") {
  CHECK(lines_of("int a;\nasm(\"\");\n") == std::vector<int>{2});
  CHECK(refused("__asm__ volatile(\"\");"));
  CHECK(lines_of("int a;\nas\\\nm(\"\");\n") == std::vector<int>{2});
  CHECK(refused("#define LOOK asm(\"\")\n"));
  CHECK(refused("#define JOIN(a, ...) f(a, ####__VA_ARGS__)\n"));
  CHECK(refused("%:define JOIN(a, b) a b\n"));
}

TEST_CASE("macros may put names together, but none that is refused") {
  const std::string join = "#define JOIN(a, b) a##b\n";
  const std::string rest = "#define JOIN(a, ...) f(a, ##__VA_ARGS__##a)\n";
  const std::string twice = join + "#define PASTE(x, y) JOIN(x, y)\n";
  const std::string each = "#define ALL(make) make(as, 1) make(b, 2)\n#define ONE(n, i) n##i##_m\n";
  for (const std::string& text : std::vector<std::string>{
           join, rest, join + "int JOIN(sum_, tree);\n", twice + "int PASTE(line, __LINE__);\n",
           "#define SUM(name) __global__ void name##_kernel(int* a) { __syncthreads(); "
           "}\nSUM(asum)\n",
           join + "__shared__ int a, s, m; int JOIN(x, y);\n", each + "ALL(ONE)\n",
           std::string("#define PLACE(n) n##3\nfloat PLACE(float) = {};\n")})
    CHECK_MESSAGE(find_refused_text(text).empty(), text);
  for (const std::string& text : std::vector<std::string>{
           join + "JOIN(as, m)(\"\");\n", join + "JOIN(a, JOIN(s, m))\n",
           join + "JOIN(__ts, an_x)\n", twice + "PASTE(cuda, lab::x)\n",
           twice + "#define A as\nPASTE(A, m)\n", twice + "#define A(x) x\nPASTE(A(as), m)\n",
           join + "JOIN(_, _tsan)\n", join + "JOIN(_Prag, ma)\n",
           "#define TAIL(n) n##m\nTAIL(as)\n", rest + "JOIN(m, as)\n",
           join + "#define M JOIN\nM(as, m)\n", join + "#define M(f) f\nM(JOIN)(as, m)\n",
           "#define JOIN(a) a##+b\n", join + "#define M(f) f(as, m)\nM(JOIN)\n",
           each + "#undef ONE\n#define ONE(n, i) n##m\nALL(ONE)\n"})
    CHECK_MESSAGE(!find_refused_text(text).empty(), text);
}

TEST_CASE("attributes and pragmas that take code out of sight are refused") {
  CHECK(refused("__attribute__((no_sanitize(\"thread\"))) void f() {}\n"));
  CHECK(refused("#define HIDE __attribute__((no_sanitize(\"thread\")))\n"));
  CHECK(refused("__attribute__((no_sanitize_thread)) void f() {}\n"));
  CHECK(refused("__attribute__((constructor)) void f() {}\n"));
  CHECK(refused("[[gnu::no_sanitize(\"thread\")]] void f() {}\n"));
  CHECK(refused("[[gnu::section(\"x\")]] int a;\n"));
  CHECK(refused("#pragma GCC optimize(\"O3\")\n"));
  CHECK(refused("#pragma weak cudaEventElapsedTime\n"));
  CHECK(refused("_Pragma(\"GCC optimize\") int a;\n"));
  CHECK(refused("#define HIDE _Pragma(\"weak cudaFree\")\n"));
  CHECK(refused("#define HIDE(text) _Pragma(text)\n"));
  CHECK(refused("#define HIDE(text) _Pragma(#text)\n"));
  CHECK_FALSE(refused("#define EACH _Pragma(\"unroll\") for (int i = 0; i < 4; ++i)\n"));
  CHECK_FALSE(refused("struct __attribute__((aligned(16))) pair { int a, b; };\n"));
}

TEST_CASE("what tells builds apart is refused") {
  CHECK(refused("#ifdef __NVCC__\n#endif\n"));
  CHECK(refused("#if defined(__CUDA_ARCH__)\n#endif\n"));
  CHECK(refused("#ifdef CUDALAB_CHECKED\n#endif\n"));
  CHECK(refused("#if __has_include(<cublas_v2.h>)\n#endif\n"));
  // emucc defines these as the toolkit does; that is no reason to let a submission ask.
  CHECK(refused("#if __CUDACC_VER_MAJOR__ >= 12\n#endif\n"));
  CHECK(refused("#ifdef __CUDA_RUNTIME_H__\n#endif\n"));
  CHECK(refused("int version = __CUDACC_VER_MINOR__;\n"));
  CHECK(refused("int a = __builtin_constant_p(b);\n"));
  CHECK(refused("bool fast = __OPTIMIZE__;\n"));
}

TEST_CASE("files in quotes are part of a submission") {
  CHECK(
      quoted_includes("#include <vector>\n#include \"a.h\"\n# include\\\n \"b.h\" // \"c.h\"\n") ==
      std::vector<std::string>{"a.h", "b.h"});
  CHECK(quoted_includes("// #include \"a.h\"\nconst char* t = \"b.h\";\n").empty());
}

TEST_CASE("a copy's first line names its original, and is no part of it") {
  const original_text named = original_of("#line 1 \"/me/a b.cu\"\nint a;\n");
  CHECK(named.name == "/me/a b.cu");
  CHECK(named.text == "int a;\n");
  CHECK(original_of("int a;\n").name.empty());
  CHECK(original_of("int a;\n").text == "int a;\n");
  CHECK(original_of("#line 1 \"").text == "#line 1 \"");
  CHECK(refused("#line 1 \"twice.cu\"\n"));
}

TEST_CASE("other people's names and files are refused") {
  CHECK(refused("extern \"C\" void __tsan_read4(void*) {}\n"));
  CHECK(refused("namespace cudalab { }\n"));
  CHECK(refused("#define cudaEventElapsedTime(a, b, c) 0\n"));
  CHECK(refused("#include \"/etc/passwd\"\n"));
  CHECK(refused("#include __FILE__\n"));
  CHECK(refused("#include \"emulator/emulator.h\"\n"));
}
