// FAILS clean.static (host access) on both
// says: "on the host"
// also: correctness.whole_tiles, correctness.any_size, clean.any_size, traffic.loads
// also: traffic.stores, traffic.conflicts, traffic.barriers, speed.static
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A device pointer is followed on the host.
#include "parts/reference_dynamic.h"

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  if (d_M[0] == 0.0f)
    return;
  const dim3 block(TILE, TILE);
  const dim3 grid((K + TILE - 1) / TILE, (I + TILE - 1) / TILE);
  reference_matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
