// FAILS build (missing function) on both
// says: "no function matmul_tiled"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// lab04.h asks for pointers to const float.
#include "parts/reference_dynamic.h"

void matmul_tiled(float* d_M, float* d_N, float* d_P, int I, int J, int K) {
  reference_matmul_tiled(d_M, d_N, d_P, I, J, K);
}
