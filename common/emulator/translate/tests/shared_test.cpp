// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

std::string rewritten_variable(const std::string& text) {
  const translation result = translate(text);
  for (const translation_error& error : result.errors)
    FAIL_CHECK(error.text);
  return result.text;
}

} // namespace

TEST_CASE("a shared variable is a static variable of the thread that runs the block") {
  CHECK(rewritten_variable("__shared__ float a[4], b;") == "static __thread float a[4], b;");
  CHECK(rewritten_variable("static __shared__ float a[4];") == "static __thread float a[4];");
  CHECK(rewritten_variable("{ __shared__ T a; }") == "{ static __thread T a; }");
  CHECK(rewritten_variable("float __shared__ a;") == "float static __thread a;");
}

TEST_CASE("dynamic shared memory stays extern") {
  CHECK(rewritten_variable("extern __shared__ T s[];") == "extern __thread T s[];");
  CHECK(rewritten_variable("extern volatile __shared__ T s[];") ==
        "extern volatile __thread T s[];");
  CHECK(rewritten_variable("extern T __shared__ s[];") == "extern T __thread s[];");
  CHECK(rewritten_variable("__shared__ extern T s[];") == "extern __thread  T s[];");
}

TEST_CASE("storage words of other declarations do not count") {
  CHECK(rewritten_variable("extern int x; __shared__ int y; static int z;") ==
        "extern int x; static __thread int y; static int z;");
  CHECK(rewritten_variable("static void f() { __shared__ int y; }") ==
        "static void f() { static __thread int y; }");
  CHECK(rewritten_variable("if (x) __shared__ int y;") == "if (x) static __thread int y;");
}

TEST_CASE("qualifiers and attributes") {
  CHECK(rewritten_variable("volatile __shared__ float x;") == "volatile static __thread float x;");
  CHECK(rewritten_variable("__shared__ volatile float x;") == "static __thread volatile float x;");
  CHECK(rewritten_variable("__attribute__((aligned(16))) __shared__ float x[4];") ==
        "__attribute__((aligned(16))) static __thread float x[4];");
  CHECK(rewritten_variable("static __attribute__((aligned(16))) __shared__ float x[4];") ==
        "static __attribute__((aligned(16))) __thread float x[4];");
  CHECK(rewritten_variable("extern __shared__ __attribute__((aligned(16))) char s[];") ==
        "extern __thread __attribute__((aligned(16))) char s[];");
  CHECK(rewritten_variable("__shared__ alignas(16) char s[4];") ==
        "alignas(16) static __thread char s[4];");
  CHECK(rewritten_variable("__shared__ [[maybe_unused]] char s[4];") ==
        "[[maybe_unused]] static __thread char s[4];");
}

TEST_CASE("an initialiser is an error with its place") {
  for (const std::string text :
       {"__shared__ int x = 0;", "__shared__ int x{1};", "__shared__ int a, b[2] = {1, 2};"}) {
    const translation result = translate("# 7 \"a.cu\"\n" + text);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].place.file == "a.cu");
    CHECK(result.errors[0].place.line == 7);
    CHECK(result.errors[0].place.column == 1);
    CHECK(result.errors[0].text.find("__shared__ variable cannot be initialised") == 2);
  }
  CHECK(translate("__shared__ T<(a == b)> x;").errors.empty());
  CHECK(translate("__shared__ struct { int a = 1; } x;").errors.empty());
}

TEST_CASE("strings and longer names are left alone") {
  for (const std::string text :
       {"\"__shared__ int x;\"", "int my__shared__x;", "// __shared__\n", "R\"(__shared__)\""})
    CHECK(rewritten_variable(text) == text);
}
