// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// For variants whose mistake is in the kernel: the right launch of it.
#pragma once

void swarm_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                float3 target, dim3 block) {
  swarm_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age, r,
                                                          target);
  CUDA_CHECK(cudaGetLastError());
}
