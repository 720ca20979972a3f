// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 03 in numbers: what it costs when x runs down the columns.
//
//   ./lab bench lab03
#include <vector>

#include "bench.h"
#include "lab/device_buffer.h"
#include "lab03.h"

namespace given {
#include "lab03_baseline.cu"
}

namespace reference {
#include "lab03.cu"
}

void tell(bench::story& story, int size) {
  const std::size_t elements = static_cast<std::size_t>(size) * size;
  const std::vector<float> numbers(elements, 0.5f);
  const lab::device_buffer<float> M(numbers.data(), elements), N(numbers.data(), elements);
  lab::device_buffer<float> P(elements);
  const float *m = M.data(), *n = N.data();
  float* const p = P.data();
  const double edge = size;
  const bench::amount work{3 * edge * edge * sizeof(float), 2 * edge * edge * edge};
  story.table(
      std::to_string(size) + " x " + std::to_string(size), "x and y exchanged (given)",
      {{"x and y exchanged (given)", work, [=] { given::matmul_naive(m, n, p, size, size, size); }},
       {"x along a row (reference)", work,
        [=] { reference::matmul_naive(m, n, p, size, size, size); }}});
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 03: one thread an element");
  for (const int size : bench::emulated ? std::vector<int>{64} : std::vector<int>{512, 1024, 2048})
    tell(story, size);
  return story.end();
}
