// fails: build (loads cuBLAS while it runs) on both
// says: "'dlopen' may not be used in a submission"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"
#include <dlfcn.h>

void matmul_naive(const float*, const float*, float*, int, int, int) {
  dlopen("libcublas.so", RTLD_NOW);
}
