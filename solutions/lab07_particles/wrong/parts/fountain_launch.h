// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel: the right launch of it.
#pragma once

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  fountain_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age,
                                                             t, r);
  CUDA_CHECK(cudaGetLastError());
}
