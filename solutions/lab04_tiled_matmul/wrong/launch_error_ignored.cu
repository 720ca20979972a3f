// FAILS correctness.whole_tiles (nothing written) on both
// also: correctness.any_size, clean.static, clean.any_size
// says: "cudaErrorInvalidConfiguration|cudaErrorInvalidValue"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The launch fails, and nobody asks.
#include "parts/reference_dynamic.h"

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(33, 33);
  const dim3 grid((K + TILE - 1) / TILE, (I + TILE - 1) / TILE);
  reference_matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
}
