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

void tell(bench::story& story, int size, bool state) {
  const std::size_t elements = static_cast<std::size_t>(size) * size;
  const std::vector<float> numbers(elements, 0.5f);
  const lab::device_buffer<float> M(numbers.data(), elements), N(numbers.data(), elements);
  lab::device_buffer<float> P(elements);
  const float *m = M.data(), *n = N.data();
  float* const p = P.data();
  const double edge = size;
  const bench::amount work{3 * edge * edge * sizeof(float), 2 * edge * edge * edge};
  std::vector<bench::row> rows = {
      {"x and y exchanged (given)", work, [=] { given::matmul_naive(m, n, p, size, size, size); }},
      {"x along a row (reference)", work,
       [=] { reference::matmul_naive(m, n, p, size, size, size); }}};
  if (state) {
    bench::statement least{0,
                           {{"fp32", work.flops}, {"memory", work.bytes}, {"launch", 1}},
                           "2 n^3 operations, 12 n^2 bytes",
                           {}};
    least.kept_by = "Neighbouring threads make elements of one column: each load of a warp from M "
                    "and each store touch 32 sectors where 4 hold as much.";
    rows[0].says = least;
    least.exercise = 1;
    least.kept_by = "Each multiply-add waits for two loads of its own, from the caches: what loads "
                    "is busy, and the arithmetic is not. Tiles in shared memory (lab 04) and in "
                    "registers (lab 10) take that away.";
    rows[1].says = least;
  }
  story.table(std::to_string(size) + " x " + std::to_string(size), "x and y exchanged (given)",
              rows);
}

int main(int argc, char** argv) {
  bench::story story(argc, argv, "Lab 03: one thread an element");
  const std::vector<int> sizes =
      bench::emulated ? std::vector<int>{64} : std::vector<int>{512, 1024, 2048};
  for (const int size : sizes)
    tell(story, size, size == sizes.back());
  story.not_measured(2, "it is the kernel of exercise 1 for sizes that blocks do not divide.");
  story.not_measured(3, "it is the kernel of exercise 1, read and stored side by side.");
  return story.end();
}
