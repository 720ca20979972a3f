// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "emulator/translate/dropped_result.h"

#include <doctest/doctest.h>

using cudalab::emulator::mark_dropped_results;

namespace {

const std::string mark = ", ::cudalab::emulator::drop())";

std::string in_main(const std::string& text) {
  return "int main() {" + text + "}";
}

void stays(const std::string& text) {
  CHECK(mark_dropped_results(in_main(text)) == in_main(text));
}

} // namespace

TEST_CASE("a statement whose result is thrown away is marked, in its columns") {
  CHECK(mark_dropped_results(in_main(" cudaFree(p); ")) == in_main("(cudaFree(p)" + mark + "; "));
  CHECK(mark_dropped_results(in_main("cudaFree(p);")) == in_main("(cudaFree(p)" + mark + ";"));
  CHECK(mark_dropped_results(in_main(" if (p) cudaFree(p); else cudaFree(q);")) ==
        in_main(" if (p)(cudaFree(p)" + mark + "; else(cudaFree(q)" + mark + ";"));
  CHECK(mark_dropped_results(in_main(" cuMemFree(p); ")) == in_main("(cuMemFree(p)" + mark + "; "));
  CHECK(mark_dropped_results(in_main("\n  cudaMemcpy(a,\n  f(b), 1);\n")) ==
        in_main("\n (cudaMemcpy(a,\n  f(b), 1)" + mark + ";\n"));
}

TEST_CASE("a statement inside the arguments of another") {
  CHECK(
      mark_dropped_results(in_main(" cudaLaunchHostFunc(s, [](void* p) { cudaFree(p); }, q); ")) ==
      in_main("(cudaLaunchHostFunc(s, [](void* p) {(cudaFree(p)" + mark + "; }, q)" + mark + "; "));
}

TEST_CASE("a result that is used, or that does not matter, stays") {
  stays(" cudaError_t e = cudaFree(p); ");
  stays(" if (cudaFree(p)) return 1; ");
  stays(" return cudaFree(p); ");
  stays(" check(cudaFree(p)); ");
  stays(" (void)cudaFree(p); ");
  stays(" cudaGetLastError(); cudaPeekAtLastError(); ");
  stays(" x.cudaFree(p); y->cudaFree(p); ns::cudaFree(p); ");
  stays(" cudaFree(p) == e; \"; cudaFree(p);\"; // ; cudaFree(p);");
  stays(" cudaStream_t(s); cudart(p); cuda(p); ");
  stays(" cuRand(s); cuSum(p); cuMemory m(p); ");
  stays(" cudaFree(p ");
}
