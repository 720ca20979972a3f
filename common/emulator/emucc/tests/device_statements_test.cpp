// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/emucc/device_statements.h"

#include <doctest/doctest.h>

using namespace cudalab::emulator;

namespace {

std::string lines_of_body(const std::string& body) {
  return statement_lines(translate("# 1 \"k.cu\"\n__global__ void k() {\n" + body + "}\n"), "");
}

} // namespace

TEST_CASE("a checked program knows the statements of its kernels") {
  CHECK(lines_of_body("for (int i = 0; i < 3; ++i)\n"
                      "  if (i)\n"
                      "    s[i] = 1;\n"
                      "  else {\n"
                      "    __syncthreads();\n"
                      "  }\n"
                      "block.sync();\n") == "file\tk.cu\n"
                                            "0 block 1 9 body\n"
                                            "1 loop 2 7 -\n"
                                            "2 branch 3 7 -\n"
                                            "3 plain 4 4 -\n"
                                            "3 block 5 7 -\n"
                                            "4 plain 6 6 barrier\n"
                                            "1 plain 8 8 perhaps\n");
}

TEST_CASE("loops that end with their condition, labels, lambdas and lists of values") {
  CHECK(lines_of_body("do\n  ++x;\nwhile (x < 3);\n") == "file\tk.cu\n0 block 1 5 body\n"
                                                         "1 loop 2 4 -\n2 plain 3 3 -\n");
  CHECK(lines_of_body("switch (x) {\ncase 1:\n  ++x;\n}\n") ==
        "file\tk.cu\n0 block 1 6 body\n1 branch 2 5 switch\n2 block 2 5 -\n3 plain 3 3 -\n"
        "3 plain 4 4 -\n");
  CHECK(lines_of_body("auto f = [&](int i) {\n  s[i] = 0;\n};\nint a[] = {1, 2};\n") ==
        "file\tk.cu\n0 block 1 6 body\n1 plain 2 4 -\n2 block 2 4 body\n3 plain 3 3 -\n"
        "1 plain 5 5 -\n2 block 5 5 -\n3 plain 5 5 -\n");
}

TEST_CASE("what only looks like a barrier of the block is marked") {
  CHECK(lines_of_body("__syncwarp();\n__threadfence_block();\n__threadfence();\n") ==
        "file\tk.cu\n0 block 1 5 body\n1 plain 2 2 warp\n1 plain 3 3 fence\n1 plain 4 4 fence\n");
}

TEST_CASE("ways out of a loop are marked") {
  CHECK(lines_of_body("for (;;) {\n  if (x)\n    break;\n  continue;\n}\n") ==
        "file\tk.cu\n0 block 1 7 body\n1 loop 2 6 -\n2 block 2 6 -\n3 branch 3 4 -\n"
        "4 plain 4 4 break\n3 plain 5 5 continue\n");
}

TEST_CASE("lines are those of the source, also where the preprocessor left some out") {
  const std::string text = "# 1 \"k.cu\"\nvoid host() {}\n__global__ void k() {\n# 40 \"k.cu\"\n"
                           "  ++x;\n# 1 \"part.h\" 1\n  ++y;\n# 42 \"k.cu\" 2\n}\n";
  CHECK(statement_lines(translate(text), "") == "file\tk.cu\n0 block 2 42 body\n1 plain 40 40 -\n");
  CHECK(statement_lines(translate(text), "k").empty());
}

TEST_CASE("nothing may stand between a #pragma and its loop") {
  CHECK(lines_of_body("++x;\n#pragma unroll\nfor (;;)\n  ++x;\n") ==
        "file\tk.cu\n0 block 1 6 body\n1 plain 2 2 -\n1 loop 3 5 -\n2 plain 5 5 -\n");
}

TEST_CASE("code that no compiler takes ends with its text") {
  for (const char* body :
       {"if", "for (", "do", "else", "{ { (", "case", "if (x) else", "; ; )", ""})
    CHECK(lines_of_body(body).size() < 400);
  CHECK(lines_of_body(std::string(100'000, '{') + std::string(100'000, '}')).size() < 100'000);
}
