// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <doctest/doctest.h>

#include <string>

#include "emulator/translate/translate.h"

using namespace cudalab::emulator;

namespace {

const std::string kernels = "__global__ void k(int*); "
                            "template <class T> __global__ void __attribute__((x(1))) t(T);\n";

/// What becomes of code that stands behind the two kernels.
std::string rewritten_use(const std::string& code) {
  const std::string text = translate(kernels + code).text;
  return text.substr(text.find('\n') + 1);
}

std::string known(const std::string& kernel) {
  return "::cudalab::emulator::known_kernel(" + kernel + ")";
}

} // namespace

TEST_CASE("a kernel that is cast to void* is made known, wherever the cast stands") {
  CHECK(rewritten_use("f((void*)k);") == "f((void*)" + known("k") + ");");
  CHECK(rewritten_use("f((const void *)&k, 1);") == "f((const void *)" + known("&k") + ", 1);");
  CHECK(rewritten_use("p = (void*)t<float>;") == "p = (void*)" + known("t<float>") + ";");
  CHECK(rewritten_use("p = (void*)::n::t<a<b>>;") == "p = (void*)" + known("::n::t<a<b>>") + ";");
  CHECK(rewritten_use("p = (void*)(k);") == "p = (void*)(" + known("k") + ");");
  CHECK(rewritten_use("p = reinterpret_cast<void*>(k);") ==
        "p = reinterpret_cast<void*>(" + known("k") + ");");
  CHECK(rewritten_use("p = reinterpret_cast<const void*>(&t<int>);") ==
        "p = reinterpret_cast<const void*>(" + known("&t<int>") + ");");
}

TEST_CASE("a variable that was made of a kernel is made known when it is cast") {
  for (const std::string made :
       {"auto f = k;", "auto* f = &k;", "auto f = t<int>;", "const auto f{n::t<int>};", "fp f = k;",
        "for (auto f : {t<1>, t<2>})"})
    CHECK(rewritten_use(made + " p = (void*)f;") == made + " p = (void*)" + known("f") + ";");
  for (const std::string made : {"auto f = other;", "auto f = k2;", "auto f = k(1);"})
    CHECK(rewritten_use(made + " p = (void*)f;") == made + " p = (void*)f;");
}

TEST_CASE("other casts stay as they are") {
  for (const std::string code :
       {"p = (void*)other;", "p = (int*)k;", "p = (void*)k2;", "p = (void)k;", "p = (void*)k(1);",
        "f(void*);", "p = (void*)&x.y;", "p = static_cast<int>(k);", "x = sizeof(void*)"})
    CHECK(rewritten_use(code) == code);
}

TEST_CASE("whatever a launch function gets as its kernel is made known") {
  CHECK(rewritten_use("cudaLaunchKernel((void*)f[i], g, b, a);") ==
        "cudaLaunchKernel((void*)" + known("f[i]") + ", g, b, a);");
  CHECK(rewritten_use("cudaLaunchCooperativeKernel((void*)k, g, b, a);") ==
        "cudaLaunchCooperativeKernel((void*)" + known("k") + ", g, b, a);");
  CHECK(rewritten_use("cudaLaunchKernelExC(&c, (const void*)f, a);") ==
        "cudaLaunchKernelExC(&c, (const void*)" + known("f") + ", a);");
  CHECK(rewritten_use("cudaLaunchKernel(reinterpret_cast<const void*>(f), g, b, a);") ==
        "cudaLaunchKernel(reinterpret_cast<const void*>(" + known("f") + "), g, b, a);");
  for (const std::string code :
       {"cudaLaunchKernel(k, g, b, a);", "cudaLaunchKernel(p, (void*)x, b, a);",
        "cudaLaunchKernel;", "cudaLaunchKernel()"})
    CHECK(rewritten_use(code) == code);
}

TEST_CASE("a pointer to a kernel is made known where it is cast") {
  CHECK(rewritten_use("void g(void (*f)(int)) { p = reinterpret_cast<const void*>(f); }") ==
        "void g(void (*f)(int)) { p = reinterpret_cast<const void*>(" + known("f") + "); }");
  CHECK(rewritten_use("void (*const f)(int) = k; p = (void*)f;") ==
        "void (*const f)(int) = k; p = (void*)" + known("f") + ";");
  CHECK(rewritten_use("int (*f)(int); p = (void*)f;") == "int (*f)(int); p = (void*)f;");
}

TEST_CASE("__global__ leaves blanks, so that columns stay") {
  CHECK(translate("__global__ void k();").text == "           void k();");
}
