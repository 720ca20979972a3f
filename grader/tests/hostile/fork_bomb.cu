// fails: build (starts processes without end) on both
// says: "'fork' may not be used in a submission"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <unistd.h>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  while (fork() >= 0)
    ;
}
