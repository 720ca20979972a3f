// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/inline_ptx.h"

#include <string>

#include <doctest/doctest.h>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

TEST_CASE("inline PTX is an error at its place") {
  for (const char* text : {
           "__device__ void k() {\n  unsigned x;\n  asm(\"mov.u32 %0, %laneid;\" : "
           "\"=r\"(x));\n}\n",
           "__device__ void k() {\n  unsigned x;\n  asm volatile(\"mov.u32 %0, %laneid;\" : "
           "\"=r\"(x));\n}\n",
           "__device__ void k() {\n\n  __asm__ __volatile__ (\"membar.gl;\" ::: \"memory\");\n}\n",
           "__device__ void k() {\n\n  asm(\"trap;\");\n}\n",
       }) {
    CAPTURE(std::string(text));
    const translation result = translate(text);
    REQUIRE(result.errors.size() == 1);
    CHECK(result.errors[0].place.line == 3);
    CHECK(result.errors[0].place.column == 3);
    CHECK(result.errors[0].text == no_inline_ptx);
  }
}

TEST_CASE("what the host's headers say to their assembler is left alone") {
  for (const char* text : {
           "extern int f(int) __asm__(\"__isoc99_f\");\n",
           "void g() { __asm__ __volatile__ (\"lock; addl $0,0(%%rsp)\"); }\n",
           "void g() { asm(\"pause\"); }\n",
           "int asm_value(int x); int y = asm_value(1);\n",
           "// asm(\"mov.u32 %0, %laneid;\")\n",
       }) {
    CAPTURE(std::string(text));
    const translation result = translate(text);
    CHECK(result.errors.empty());
    CHECK(result.text == text);
  }
}
