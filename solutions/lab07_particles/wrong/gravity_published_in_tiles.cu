// FAILS clean.gravity (race) on both
// also: correctness.gravity
// says: "d_vbo|d_spare"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Tiles and barriers, and the positions still in one array: barriers order the threads of a block,
// not the blocks.
#include "parts/all_but_gravity.h"

#include "parts/gravity_end.h"

__global__ void gravity_in_place_kernel(float4* vbo, float4* state, int count) {
  __shared__ float4 tile[TILE];
  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 mine = vbo[min(i, count - 1)];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < count; first += TILE) {
    const int here = min(TILE, count - first);
    if (threadIdx.x < here)
      tile[threadIdx.x] = vbo[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < here; ++j) {
      sum.x += pull(1000.0f * (tile[j].x - mine.x));
      sum.y += pull(1000.0f * (tile[j].y - mine.y));
      sum.z += pull(1000.0f * (tile[j].z - mine.z));
    }
    __syncthreads();
  }
  if (i < count)
    move_body(mine, state[i], sum, vbo, state, i, count);
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  CUDA_CHECK(
      cudaMemcpyAsync(d_vbo_out, d_pos_in, count * sizeof(float4), cudaMemcpyDeviceToDevice));
  gravity_in_place_kernel<<<(count + TILE - 1) / TILE, TILE>>>(d_vbo_out, d_state, count);
  CUDA_CHECK(cudaGetLastError());
}
