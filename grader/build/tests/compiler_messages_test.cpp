// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/build/compiler_messages.h"

#include <doctest/doctest.h>

using namespace cudalab::grader;

TEST_CASE("g++ and clang name file, line and column") {
  const auto found = parse_diagnostics("In file included from x:\n"
                                       "/a b/lab04.cu:41:9: error: 'summ' was not declared\n"
                                       "lab04.cu:12:3: warning: unused variable 'x'\n"
                                       "lab04.cu:12:3: note: here\n"
                                       "lab04.cu:7: error: no column\n"
                                       "lab04.cu:1:10: fatal error: nothing.h: No such file\n");
  REQUIRE(found.size() == 4);
  CHECK(found[0].file == "/a b/lab04.cu");
  CHECK(found[0].line == 41);
  CHECK(found[0].column == 9);
  CHECK(found[0].severity == "error");
  CHECK(found[0].message == "'summ' was not declared");
  CHECK(found[1].severity == "warning");
  CHECK(found[2].column == 0);
  CHECK(found[3].severity == "error");
}

TEST_CASE("of thousands of messages the first are kept, errors behind warnings too") {
  std::string log;
  for (int i = 0; i < 5000; ++i)
    log += "lab04.cu:1:2: warning: #warning\n";
  const auto found = parse_diagnostics(log + "lab04.cu:9:1: error: expected ';'\n");
  CHECK(found.size() == 101);
  CHECK(found.back().line == 9);
}

TEST_CASE("nvcc puts the line in brackets") {
  const auto found = parse_diagnostics(
      "lab04.cu(41): error: identifier \"summ\" is undefined\n"
      "lab04.cu(12): warning #177-D: variable \"x\" was declared but never referenced\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].line == 41);
  CHECK(found[0].message == "identifier \"summ\" is undefined");
  CHECK(found[1].severity == "warning");
  CHECK(found[1].message == "variable \"x\" was declared but never referenced");
}

TEST_CASE("a message without a line is kept") {
  const auto found = parse_diagnostics("/a b/lab08.cu: error: 'write' may not be used\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].file == "/a b/lab08.cu");
  CHECK(found[0].line == 0);
  CHECK(found[0].severity == "error");
  CHECK(found[0].message == "'write' may not be used");
}

TEST_CASE("a missing function is named once, by any linker") {
  const auto missing = parse_missing_functions(
      "/usr/bin/ld: b.o: in function `g()':\n"
      "b.cpp:(.text+0x5): undefined reference to `matmul_tiled(float const*, int)'\n"
      "b.o:b.cpp:1: error: undefined reference to 'matmul_tiled(float const*, int)'\n"
      "b.cpp:(.text+0x9): undefined reference to `other(int)'\n");
  REQUIRE(missing.size() == 2);
  CHECK(missing[0] == "matmul_tiled(float const*, int)");
  CHECK(missing[1] == "other(int)");
}

TEST_CASE("endless lines and numbers do no harm") {
  CHECK(parse_diagnostics(std::string(1'000'000, 'x') + ":1:1: error: y\n").empty());
  const auto found = parse_diagnostics("f.cu:99999999999999999999:1: error: far\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 0);
}

TEST_CASE("a remedy belongs to the message before it") {
  const auto found = parse_diagnostics("lab04.cu:1:2: note: remedy: of nothing\n"
                                       "lab04.cu:3:4: error: no\n"
                                       "lab04.cu:3:4: note: declared here\n"
                                       "lab04.cu:3:4: note: remedy: Mark it.\n"
                                       "lab04.cu:5:6: error: neither\n");
  REQUIRE(found.size() == 2);
  CHECK(found[0].remedy == "Mark it.");
  CHECK(found[1].remedy.empty());
}
