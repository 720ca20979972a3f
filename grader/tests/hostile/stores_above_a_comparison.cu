// fails: clean.whole_blocks (stores over the library's frames while qsort calls it) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <cstdint>
#include <cstdlib>

static int compare(const void*, const void*) {
  std::uintptr_t last = 0;
  for (std::uintptr_t* each = &last; each < &last + 200; ++each)
    *each = 0x401000;
  return 0;
}

void matmul_naive(const float*, const float*, float*, int, int, int) {
  int numbers[] = {3, 1, 2};
  std::qsort(numbers, 3, sizeof numbers[0], compare);
}
