// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel: the right launch of it.
#pragma once

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  gravity_kernel<<<(count + TILE - 1) / TILE, TILE>>>(d_pos_in, d_vbo_out, d_state, count);
  CUDA_CHECK(cudaGetLastError());
}
