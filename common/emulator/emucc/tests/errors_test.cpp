// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/emucc/words.h"

#include "emulator/emucc/tests/workshop.h"

using namespace cudalab::emulator;

namespace {

/// Compiles `source` as lab.cu; the messages must contain `expected`, and none may speak of
/// generated code.
void fails_with(const std::string& source, const std::string& expected) {
  const workshop here;
  const std::string file = here.write("lab.cu", source);
  const finished build = here.emucc({"--checked", "-c", "-o", here.path("lab.o"), file});
  CAPTURE(build.errors);
  CHECK(build.status == 1);
  CHECK(contains(build.errors, file + expected));
  CHECK_FALSE(contains(build.errors, "cudalab"));
  CHECK_FALSE(contains(build.errors, "lambda"));
  CHECK(here.left_nothing_behind());
}

const std::string kernel = "__global__ void k(float* a, int n) { a[0] = n; }\n";

} // namespace

TEST_CASE("errors stand on the student's lines") {
  fails_with("int main() {\n  int x = missing;\n}\n", ":2:11: error: ");
  fails_with(kernel + "void f(float* a) {\n  k<<<1,\n     2>>>(a,\n         missing);\n}\n",
             ":5:10: error: ");
  fails_with(kernel + "void f(float* a) {\n  k<<<1,\n     2>>>(a,\n      1);\n  missing();\n}\n",
             ":6:3: error: ");
  fails_with("#include \"not_there.h\"\n", ":1:10: fatal error: ");
}

TEST_CASE("a crash of clang is told in a line") {
  fails_with("#define A(x) x+x+x+x+x+x+x+x+x+x\nint many = A(A(A(A(A(1)))));\n",
             ": error: clang crashed while it compiled this file; look for an enormous ");
}

TEST_CASE("a wrong argument is an error at the launch") {
  fails_with(kernel + "void f(double* a) {\n\n  k<<<1, 2>>>(a, 1);\n}\n",
             ":4:3: error: the launch of k does not fit the kernel's parameters (float *, int): no "
             "known conversion from 'double *' to 'float *' for 1st argument");
  fails_with(kernel + "void f(float* a) { int x; k<<<1, 2>>>(a); }\n", ":2:27: error: ");
  fails_with(kernel + "template <class T> void f(T* a) {\n  k<<<1,\n  2>>>(a, 1);\n}\n"
                      "void g(double* a) { f(a); }\n",
             ":3:3: error: ");
  fails_with(kernel + "void f(float* a) {\n  k<<<a, 2>>>(a, 1);\n}\n", ":3:3: error: ");
}

TEST_CASE("constants in braces must fit, variables may be narrowed as nvcc allows") {
  fails_with("void f() {\n  char c{300};\n}\n",
             ":2:10: error: constant expression evaluates to 300 which cannot be narrowed to type");
  const workshop here;
  const std::string file = here.write("lab.cu", "__global__ void k(int* a, unsigned n, float f) {\n"
                                                "  int2 place{threadIdx.x, n};\n"
                                                "  float tile[2] = {place.x, n};\n"
                                                "  a[0] = place.y + int{f} + tile[0];\n"
                                                "}\n");
  const finished build = here.emucc({"--checked", "-c", "-o", here.path("lab.o"), file});
  CAPTURE(build.errors);
  CHECK(build.status == 0);
  CHECK(contains(build.errors, ":2:14: warning: non-constant-expression cannot be narrowed"));
  CHECK(here.emucc({"--check-rules", file}).status == 0);
}

TEST_CASE("a launch that is none is an error with words of its own") {
  fails_with(kernel + "void f(float* a) {\n  k<<<1>>>(a, 1);\n}\n",
             ":3:4: error: the launch of k needs <<<blocks, threads>>>");
  fails_with("__global__ void k() {\n  __shared__ int x = 1;\n}\n",
             ":2:3: error: a __shared__ variable cannot be initialised");
  fails_with("int g();\nstruct s { int x; s() { x = g(); } };\n__shared__ s x;\n",
             ":3:14: error: a __shared__ variable cannot have a constructor");
}

TEST_CASE("an error in a header names the header") {
  const workshop here;
  const std::string header = here.write("own.h", "\ninline int f() { return missing; }\n");
  const std::string file = here.write("lab.cu", "#include \"own.h\"\nint main() {}\n");
  const finished build = here.emucc({"-c", "-o", here.path("lab.o"), file});
  CHECK(build.status == 1);
  CHECK(contains(build.errors, "In file included from " + file + ":1"));
  CHECK(contains(build.errors, header + ":2:25: error: "));
}

TEST_CASE("a missing function is an error of the linker that names it") {
  const workshop here;
  const std::string file =
      here.write("lab.cu", "void lost(const float*, int);\nint main() { lost(0, 1); }\n");
  const finished build = here.emucc({"-o", here.path("lab"), file});
  CHECK(build.status == 1);
  CHECK(contains(build.errors, "error: undefined reference to `lost(float const*, int)'"));
  CHECK_FALSE(contains(build.errors, here.path("tmp")));
  CHECK(here.left_nothing_behind());
}

TEST_CASE("wrong usage and missing things: exit code 2, with words") {
  const workshop here;
  const std::string file = here.write("lab.cu", "int main() {}\n");
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& words) {
    const finished result = here.emucc(arguments);
    CAPTURE(result.errors);
    CHECK(result.status == 2);
    CHECK(contains(result.errors, words));
  };
  refused({}, "no input file");
  refused({here.path("none.cu")}, "none.cu: no such file");
  refused({file, "--what"}, "unknown option --what");
  refused({file, "-ptx"}, "-ptx makes code for a GPU");
  refused({file, "-o", here.path("no/where")}, "there is no folder");
  refused({file, "-o", here.path("tmp")}, "it is a folder");
  refused({file, "-o"}, "-o needs a value");
  refused({file, "-ccbin", "no-such-clang"}, "no-such-clang, which is not installed");
  here.write("g++", "#!/bin/sh\necho 'g++ (GCC) 12.2.0'\n");
  std::filesystem::permissions(here.path("g++"), std::filesystem::perms::owner_all);
  refused({file, "-ccbin", here.path("g++")}, "only clang tells of every access");
  refused({file, "--emulator-library", here.path("no.a")}, "build the target emulator");
  refused({file, "--emulator-include", here.path("no")}, "headers are not in");
  CHECK(here.left_nothing_behind());
}

TEST_CASE("CXX does not choose the compiler") {
  const workshop here;
  const std::string file = here.write("lab.cu", "int main() {}\n");
  const finished built = here.emucc({"-v", file, "-o", here.path("lab")}, {{"CXX", "g++"}});
  CHECK(built.status == 0);
  CHECK(contains(built.errors, "clang++"));
  CHECK_FALSE(contains(built.errors, "\ng++ "));
}

TEST_CASE("nvcc's harmless options are accepted") {
  const workshop here;
  const std::string file = here.write("lab.cu", "int main() { return VALUE; }\n");
  const finished result = here.emucc({"-arch=sm_90",
                                      "-gencode",
                                      "arch=compute_80,code=sm_80",
                                      "-lineinfo",
                                      "-O3",
                                      "-g",
                                      "-G",
                                      "--expt-extended-lambda",
                                      "-Xcompiler",
                                      "-fPIC",
                                      "-std=c++17",
                                      "-DVALUE=0",
                                      "-I",
                                      here.path("."),
                                      "-Wall",
                                      "-rdc=true",
                                      "-lm",
                                      file,
                                      "-o",
                                      here.path("lab")});
  CHECK(result.errors == "");
  CHECK(result.status == 0);
}
