// FAILS clean.dynamic (out of bounds) on both
// also: correctness.dynamic
// says: "tiles"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Room for one tile where two are used.
#include "parts/reference_static.h"

void matmul_tiled_dynamic(const float* d_M, const float* d_N, float* d_P, int I, int J, int K,
                          int tile) {
  const dim3 block(tile, tile);
  const dim3 grid((K + tile - 1) / tile, (I + tile - 1) / tile);
  reference_matmul_tiled_dynamic_kernel<<<grid, block, tile * tile * sizeof(float)>>>(d_M, d_N, d_P,
                                                                                      I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
