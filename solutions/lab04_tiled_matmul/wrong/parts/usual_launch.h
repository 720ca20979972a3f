// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the static kernel: the right launch of it.
#pragma once

void matmul_tiled(const float* d_M, const float* d_N, float* d_P, int I, int J, int K) {
  const dim3 block(TILE, TILE);
  const dim3 grid((K + TILE - 1) / TILE, (I + TILE - 1) / TILE);
  matmul_tiled_kernel<<<grid, block>>>(d_M, d_N, d_P, I, J, K);
  CUDA_CHECK(cudaGetLastError());
}
