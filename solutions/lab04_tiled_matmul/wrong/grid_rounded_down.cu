// FAILS correctness.any_size (unwritten) on both
// also: clean.any_size
// says: "never written|CUDA error|nothing was written"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// No blocks for the partial tiles at the right and at the bottom.
#include "parts/reference_dynamic.h"

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(TILE, TILE);
  const dim3 grid(K / TILE, I / TILE);
  reference_matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
