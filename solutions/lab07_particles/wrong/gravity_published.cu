// FAILS clean.gravity (race) on both
// also: correctness.gravity
// says: "positions|d_vbo|d_spare"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The kernel as it was published: it reads positions that other threads, of other blocks too, are
// writing. What comes out depends on who is first.
#include "parts/all_but_gravity.h"

#include "parts/gravity_end.h"

__global__ void gravity_in_place_kernel(float4* vbo, float4* state, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float4 mine = vbo[i];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int j = 0; j < count; ++j) {
    const float4 other = vbo[j];
    sum.x += pull(1000.0f * (other.x - mine.x));
    sum.y += pull(1000.0f * (other.y - mine.y));
    sum.z += pull(1000.0f * (other.z - mine.z));
  }
  move_body(mine, state[i], sum, vbo, state, i, count);
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  CUDA_CHECK(
      cudaMemcpyAsync(d_vbo_out, d_pos_in, count * sizeof(float4), cudaMemcpyDeviceToDevice));
  gravity_in_place_kernel<<<(count + TILE - 1) / TILE, TILE>>>(d_vbo_out, d_state, count);
  CUDA_CHECK(cudaGetLastError());
}
