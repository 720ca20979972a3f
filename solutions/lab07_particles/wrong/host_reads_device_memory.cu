// FAILS clean.fountain (host access) on both
// also: traffic.fountain
// also: correctness.fountain
// says: "host|device pointer"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host looks into an array of the device.
#include "parts/all_but_fountain.h"

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  if (d_state[0].x < 0.0f)
    return;
  reference_fountain_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width,
                                                                       height, max_age, t, r);
  CUDA_CHECK(cudaGetLastError());
}
