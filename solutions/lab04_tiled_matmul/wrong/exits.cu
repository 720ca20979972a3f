// FAILS correctness.whole_tiles (exit) on both
// also: correctness.any_size, clean.static, clean.any_size
// says: "ended before"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Leaves the program with a successful status.
#include "parts/reference_dynamic.h"

#include <cstdlib>

void matmul_tiled(const float*, const float*, float*, int, int, int) {
  std::exit(0);
}
