// FAILS clean.gravity (leak) on both
// says: "never freed"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A copy of the positions is made for each step, and kept for ever.
#include "parts/all_but_gravity.h"

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  float4* d_copy = nullptr;
  const size_t bytes = count * sizeof(float4);
  CUDA_CHECK(cudaMalloc(&d_copy, bytes));
  CUDA_CHECK(cudaMemcpyAsync(d_copy, d_pos_in, bytes, cudaMemcpyDeviceToDevice));
  reference_gravity_step(d_copy, d_vbo_out, d_state, count);
}
