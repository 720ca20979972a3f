// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "grader/course/mutation/mutants.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace cudalab::mutation;

namespace {

/// What one operator makes of a line in a function's body.
std::vector<std::string> made(const std::string& operator_name, const std::string& line) {
  std::vector<std::string> lines;
  for (const mutant& each : mutants_of("a.cu", "void f() {\n  " + line + "\n}\n"))
    if (each.change.name == operator_name)
      lines.push_back(each.name.after);
  return lines;
}

using lines = std::vector<std::string>;

} // namespace

TEST_CASE("comparisons: the bound moved by one, and turned round") {
  CHECK(made("comparison", "x = i < n;") == lines{"x = i <= n;", "x = i >= n;"});
  CHECK(made("comparison", "x = i <= n;") == lines{"x = i < n;", "x = i > n;"});
  CHECK(made("comparison", "x = i > n;") == lines{"x = i >= n;", "x = i <= n;"});
  CHECK(made("comparison", "x = i >= n;") == lines{"x = i > n;", "x = i < n;"});
  CHECK(made("comparison", "x = i == n;") == lines{"x = i != n;"});
  CHECK(made("comparison", "x = i != n;") == lines{"x = i == n;"});
}

TEST_CASE("angle brackets of templates and launches are no comparisons") {
  CHECK(
      made("comparison", "k<4><<<a, b>>>(static_cast<float>(c), vector<vector<int>>());").empty());
  CHECK(made("shift", "k<4><<<a, b>>>(c);").empty());
  CHECK(made("comparison", "template <int n> void g();").empty());
}

TEST_CASE("arithmetic of two operands, signs and pointers are left alone") {
  CHECK(made("arithmetic", "x = a + b;") == lines{"x = a - b;"});
  CHECK(made("arithmetic", "x = a - b;") == lines{"x = a + b;"});
  CHECK(made("arithmetic", "x = a * b;") == lines{"x = a / b;", "x = a + b;"});
  CHECK(made("arithmetic", "x = a / b;") == lines{"x = a * b;"});
  CHECK(made("arithmetic", "x = a % b;") == lines{"x = a / b;", "x = a * b;"});
  CHECK(made("arithmetic", "float* p = -*q;").empty());
  CHECK(made("shift", "x = a << b;") == lines{"x = a >> b;"});
  CHECK(made("shift", "x = a >> b;") == lines{"x = a << b;"});
}

TEST_CASE("assignments, steps, and, or") {
  CHECK(made("assignment", "a += b;") == lines{"a = b;", "a -= b;"});
  CHECK(made("assignment", "a -= b;") == lines{"a = b;", "a += b;"});
  CHECK(made("assignment", "a *= b;") == lines{"a = b;", "a /= b;"});
  CHECK(made("assignment", "a /= b;") == lines{"a = b;", "a *= b;"});
  CHECK(made("step", "++a;") == lines{"--a;"});
  CHECK(made("and, or", "x = a && b || c;") == lines{"x = a || b || c;", "x = a && b && c;"});
}

TEST_CASE("an operand of and, or counts no more") {
  CHECK(made("operand left out", "x = f(a, b) < I && c[0] ? d : e;") ==
        lines{"x = true && c[0] ? d : e;", "x = f(a, b) < I && true ? d : e;"});
  CHECK(made("operand left out", "if (a || (b))") == lines{"if (false || (b))", "if (a || false)"});
}

TEST_CASE("a condition is turned round, unless a comparison does the same") {
  CHECK(made("condition", "if (a && b)") == lines{"if (!(a && b))"});
  CHECK(made("condition", "while (a)") == lines{"while (!(a))"});
  CHECK(made("condition", "if (a < b)").empty());
}

TEST_CASE("constants") {
  CHECK(made("constant", "x = 16;") == lines{"x = 17;", "x = 15;"});
  CHECK(made("constant", "x = 0u;") == lines{"x = 1u;"});
  CHECK(made("constant", "x = 0xffu;").empty());
  CHECK(made("float constant", "x = 0.5f;") == lines{"x = 0.55f;", "x = 0.0f;"});
  CHECK(made("float constant", "x = 0.0f;") == lines{"x = 1.0f;"});
  CHECK(made("float constant", "x = 20.0;") == lines{"x = 22.0;", "x = 0.0;"});
}

TEST_CASE("axes, blocks and threads") {
  CHECK(made("axis", "i = threadIdx.x;") == lines{"i = threadIdx.y;", "i = threadIdx.z;"});
  CHECK(made("axis", "i = own.w;") == lines{"i = own.z;"});
  CHECK(made("block and thread", "i = blockIdx.x * blockDim.x;") ==
        lines{"i = threadIdx.x * blockDim.x;", "i = blockIdx.x * gridDim.x;"});
}

TEST_CASE("copies and their bytes") {
  CHECK(made("copy direction", "cudaMemcpy(a, b, n, cudaMemcpyHostToDevice);") ==
        lines{"cudaMemcpy(a, b, n, cudaMemcpyDeviceToHost);"});
  CHECK(made("bytes", "cudaMemcpy(f(a, b), b, n + m, cudaMemcpyHostToDevice);") ==
        lines{"cudaMemcpy(f(a, b), b, (n + m) / 2, cudaMemcpyHostToDevice);"});
  CHECK(made("bytes", "cudaMalloc(&a, n * sizeof(float));") ==
        lines{"cudaMalloc(&a, (n * sizeof(float)) / 2);", "cudaMalloc(&a, n * 1);"});
}

TEST_CASE("indices and the bounds of arrays") {
  CHECK(made("index", "a[i][f(j)] = b;") ==
        lines{"a[(i) + 1][f(j)] = b;", "a[i][(f(j)) + 1] = b;"});
  CHECK(made("array bound", "float a[N][M];") ==
        lines{"float a[(N) - 1][M];", "float a[N][(M) - 1];"});
  CHECK(made("array bound", "extern int a[];").empty());
  CHECK(made("index", "g([&] { return a; });").empty());
}

TEST_CASE("arguments exchanged, and minimum and maximum") {
  CHECK(made("arguments exchanged", "const dim3 grid(f(a, b), c, d);") ==
        lines{"const dim3 grid(c, f(a, b), d);"});
  CHECK(made("arguments exchanged", "return dim3(a, b);") == lines{"return dim3(b, a);"});
  CHECK(made("arguments exchanged", "k<<<grid, block>>>(a, b);") ==
        lines{"k<<<block, grid>>>(a, b);"});
  CHECK(made("arguments exchanged", "const dim3 block(SIDE, SIDE);").empty());
  CHECK(made("minimum, maximum", "x = min(a, b);") == lines{"x = max(a, b);"});
}

TEST_CASE("statements left out, a declaration or a value that is returned cannot be") {
  CHECK(made("barrier left out", "__syncthreads();") == lines{";"});
  CHECK(made("checked call left out", "CUDA_CHECK(cudaGetLastError());") == lines{";"});
  CHECK(made("assignment left out", "if (a) b[i] = c;") == lines{"if (a) ;"});
  CHECK(made("assignment left out", "for (int i = 0; i < n; ++i) sum += a;") ==
        lines{"for (int i = 0; i < n; ++i) ;"});
  CHECK(made("return left out", "if (i >= n) return;") == lines{"if (i >= n) ;"});
  CHECK(made("call left out", "g(a = b);") == lines{";"});
  CHECK(made("call left out", "const auto x = [&] { g(); }();") ==
        lines{"const auto x = [&] { ; }();"});
  for (const char* kept : {"float* p = q;", "std::vector<float> v;", "const int n = 1;",
                           "complex a[2] = {}, b;", "return x;"})
    for (const char* name : {"assignment left out", "call left out", "return left out"})
      CHECK(made(name, kept).empty());
}
