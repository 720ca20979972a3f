// fails: build (reads files of the machine) on both
// says: "basic_ifstream"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <fstream>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  std::ifstream file("/proc/self/environ");
  char letter = 0;
  file >> letter;
}
