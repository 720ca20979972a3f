// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

/// With D(1), C(1), M(1) for the attribute that puts a variable into its section, and Z before it
/// where the section needs no bytes.
std::string rewritten_function(const std::string& text) {
  const translation result = translate(text);
  for (const translation_error& error : result.errors)
    FAIL_CHECK(error.text);
  std::string short_text = result.text;
  const std::string begin = "__attribute__((section(\"", end = "\")))";
  for (std::size_t at; (at = short_text.find(begin)) != std::string::npos;) {
    const std::size_t close = short_text.find(end, at);
    std::string name = short_text.substr(at + begin.size(), close - at - begin.size());
    std::string word;
    if (name.rfind(".bss.", 0) == 0) {
      word = "Z";
      name.erase(0, 5);
    }
    const char kind = static_cast<char>(name.at(8) - 'a' + 'A'); // cudalab_device_1
    word += std::string(1, kind) + "(" + name.substr(name.rfind('_') + 1) + ")";
    short_text.replace(at, close + end.size() - at, word);
  }
  return short_text;
}

std::string error_of(const std::string& text) {
  const translation result = translate(text);
  return result.errors.size() == 1 ? result.errors[0].text : "";
}

const std::string gone = "          "; // as long as __device__

} // namespace

TEST_CASE("a variable of the device gets a section of its own") {
  CHECK(rewritten_function("__device__ int n = 5;") == "D(1) int n = 5;");
  CHECK(rewritten_function("__constant__ float c[64];") == "ZC(1) float c[64];");
  CHECK(rewritten_function("__managed__ int m;") == "ZM(1) int m;");
  CHECK(rewritten_function("int __device__ x = 3;") == "int D(1) x = 3;");
  CHECK(rewritten_function("__device__ int a, b = 2;\nstatic __device__ float4 c;") ==
        "D(1) int a, b = 2;\nstatic ZD(2) float4 c;");
  CHECK(rewritten_function("namespace n { __device__ unsigned long long n[3][4]; }") ==
        "namespace n { ZD(1) unsigned long long n[3][4]; }");
  CHECK(rewritten_function("__device__ float x{2};") == "D(1) float x{2};");
  CHECK(rewritten_function("__device__ float x(2.5f);") == "D(1) float x(2.5f);");
}

TEST_CASE("several words in one declaration") {
  CHECK(rewritten_function("__device__ __managed__ int m;") == "ZM(1) " + gone + " " + " int m;");
  CHECK(rewritten_function("static __device__ const __constant__ int m = 1;") ==
        "static C(1) const " + gone + "   int m = 1;");
}

TEST_CASE("types that may have a constructor need bytes") {
  CHECK(rewritten_function("__device__ vec v;") == "D(1) vec v;");
  CHECK(rewritten_function("__device__ dim3 v;") == "D(1) dim3 v;");
  CHECK(rewritten_function("__device__ std::array<int, 3> v;") == "D(1) std::array<int, 3> v;");
  CHECK(rewritten_function("__device__ struct { int a, b; } pair;") ==
        "D(1) struct { int a, b; } pair;");
  CHECK(rewritten_function("__device__ struct point p = {1};") == "D(1) struct point p = {1};");
}

TEST_CASE("pointers to functions are variables") {
  CHECK(rewritten_function("__device__ float (*f)(float) = twice;") ==
        "D(1) float (*f)(float) = twice;");
  CHECK(rewritten_function("__device__ T (*table[2])(T) = {a, b};") ==
        "D(1) T (*table[2])(T) = {a, b};");
  CHECK(rewritten_function("__device__ op_t f = twice;") == "D(1) op_t f = twice;");
  CHECK(rewritten_function("__device__ float (*chosen())(float);") ==
        gone + " float (*chosen())(float);");
}

TEST_CASE("attributes stay in front") {
  CHECK(rewritten_function("__constant__ alignas(16) float x[4];") ==
        "alignas(16) ZC(1) float x[4];");
  CHECK(rewritten_function("__device__ __attribute__((aligned(16))) float x[4];") ==
        "ZD(1) __attribute__((aligned(16))) float x[4];");
}

TEST_CASE("functions, lambdas and declarations only lose the words") {
  for (const std::string rest :
       {" float f(float x) { return x; }", " static inline int g();", " auto h(int) -> int;",
        " bool operator<(a x, a y) { return x.v < y.v; }", " operator float() const;",
        " a(float x) : x(x) {}", " ~a() {}", " std::enable_if_t<(sizeof(int) > 2), int> f(int x);",
        " __attribute__((always_inline)) int f() { int x = 1; return x; }",
        " decltype(auto) f(int& x) { return (x); }", " T f(T);", " struct point { int x; };",
        " int f(float (*g)(float)) { return 1; }"})
    CHECK(rewritten_function("__device__" + rest) == gone + rest);
  CHECK(rewritten_function("auto f = [=] __device__ (int i) { return i; };") ==
        "auto f = [=] " + gone + " (int i) { return i; };");
  CHECK(rewritten_function("auto f = [] __device__ { return 1; };") ==
        "auto f = [] " + gone + " { return 1; };");
  CHECK(rewritten_function("extern __device__ int x;") == "extern " + gone + " int x;");
  CHECK(rewritten_function("extern \"C\" __device__ int f() { return 1; }") ==
        "extern \"C\" " + gone + " int f() { return 1; }");
  CHECK(rewritten_function(
            "template <class T> __device__ T f(T x) { return x; }\n__device__ int v;") ==
        "template <class T> " + gone + " T f(T x) { return x; }\nZD(1) int v;");
}

TEST_CASE("a static variable of a device function may be called one") {
  CHECK(rewritten_function("void f() { static __device__ int n; }") ==
        "void f() { static ZD(1) int n; }");
}

TEST_CASE("places where no device variable can be") {
  CHECK(error_of("struct s { static __device__ int n; };").find("member of a class") !=
        std::string::npos);
  CHECK(error_of("void f(int x) { if (x) { __device__ int n; } }").find("in a function") !=
        std::string::npos);
}

TEST_CASE("a variable may be a template") {
  CHECK(
      rewritten_function("template <class T> __device__ T v = 1;") ==
      "static char cudalab_writable_1 __attribute__((unused)) D(1); template <class T> D(1) T v = "
      "1;");
}

TEST_CASE("strings, comments and longer names are left alone") {
  for (const std::string text :
       {"\"__device__ int x;\"", "int my__device__x;", "// __device__\n", "R\"(__managed__)\""})
    CHECK(rewritten_function(text) == text);
}

TEST_CASE("functions of device code are known by name, kind and place") {
  const translation result = translate("template <class T> __global__ void k(T* a) {\n"
                                       "  a[0] = {1};\n"
                                       "}\n"
                                       "__device__ int declared(int);\n"
                                       "__device__ float list[2] = {1, 2};\n"
                                       "struct s {\n"
                                       "  __device__ float f(float x) const { return x; }\n"
                                       "};\n"
                                       "auto l = [] __device__(int i) { return i; };\n");
  REQUIRE(result.device_functions.size() == 3);
  const device_function &k = result.device_functions[0], &f = result.device_functions[1],
                        &l = result.device_functions[2];
  CHECK(k.name == "k");
  CHECK(k.is_kernel);
  CHECK(k.begin.line == 1);
  CHECK(k.end.line == 3);
  CHECK(f.name == "f");
  CHECK(!f.is_kernel);
  CHECK(f.begin.line == 7);
  CHECK(f.end.column > f.begin.column);
  CHECK(l.begin.line == 9);
}

TEST_CASE("a kernel's launch bounds are a variable in its body") {
  const std::string variable = " static const char cudalab_launch_bounds[::cudalab::emulator::"
                               "most_threads(T * T, 2)] __attribute__((used)) = {};";
  const std::string bounds = "__attribute__((__launch_bounds__(T * T, 2)))";
  const auto squeezed = [](std::string text) {
    text.erase(
        std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
        text.end());
    return text;
  };
  CHECK(squeezed(translate("__global__ void " + bounds + " k(int n) { n = 1; }").text) ==
        " void k(int n) {" + variable + " n = 1; }");
  CHECK(squeezed(translate(bounds + " __global__ void k() {}").text) ==
        " void k() {" + variable + "}");
  CHECK(squeezed(translate("__global__ " + bounds + " void k();").text) == " void k();");
  // A launch of k does not say which.
  CHECK(squeezed(translate("__global__ void " + bounds +
                           " k() {} namespace n { __global__ void k() {} }")
                     .text) == " void k() {} namespace n { void k() {} }");
}
