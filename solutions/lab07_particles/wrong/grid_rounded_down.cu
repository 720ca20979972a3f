// FAILS correctness.fountain (block count) on both
// says: "rounded down"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// As published: 12 x 12 and 20 x 20 blocks leave particles out.
#include "parts/all_but_fountain.h"

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  const dim3 grid(width / block.x, height / block.y);
  reference_fountain_kernel<<<grid, block>>>(d_vbo, d_state, width, height, max_age, t, r);
  CUDA_CHECK(cudaGetLastError());
}
