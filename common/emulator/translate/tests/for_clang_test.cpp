// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/translate/for_clang.h"

using namespace cudalab::emulator;

TEST_CASE("brackets of launches are closed up in place") {
  CHECK(written_for_clang("k<< <g, b>> >(a); x") == "k<<< g, b>>> (a); x");
  CHECK(written_for_clang("k <<  < g, b > >> (a);") == "k <<<   g, b >>>  (a);");
  CHECK(written_for_clang("k<<<g, f<1>>>>(a);") == "k<<<g, f<1>>>>(a);");
}

TEST_CASE("a grid and a block in braces get their type") {
  CHECK(written_for_clang("k<< <{a, b}, {c}, s>>>(x, {1, 2});") ==
        "k<<< dim3{a, b}, dim3{c}, s>>>(x, {1, 2});");
  CHECK(written_for_clang("k<<<dim3{a, b}, c, {}>>>();") == "k<<<dim3{a, b}, c, {}>>>();");
}

TEST_CASE("alignas stands before __shared__") {
  CHECK(written_for_clang("{ __shared__ alignas(16) int x; }") ==
        "{ alignas(16) __shared__ int x; }");
  CHECK(written_for_clang("extern __shared__ int x[];") == "extern __shared__ int x[];");
}

TEST_CASE("everything else stays, comments, strings and directives too") {
  const std::string text =
      "#define LAUNCH k<< <1, 2>> >()\n// k<< <1, 2>> >()\nf(\"k<< <1>> >\");\n"
      "a << b; x >> y;\n";
  CHECK(written_for_clang(text) == text);
}
