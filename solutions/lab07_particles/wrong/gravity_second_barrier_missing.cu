// FAILS clean.gravity (race) on both
// also: correctness.gravity
// says: "still reads it"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A fast warp loads the next tile over this one.
#include "parts/all_but_gravity.h"

#include "parts/gravity_end.h"

__global__ void gravity_kernel(const float4* in, float4* vbo, float4* state, int count) {
  __shared__ float4 tile[TILE];
  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 mine = in[min(i, count - 1)];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < count; first += TILE) {
    const int here = min(TILE, count - first);
    if (threadIdx.x < here)
      tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < here; ++j) {
      sum.x += pull(1000.0f * (tile[j].x - mine.x));
      sum.y += pull(1000.0f * (tile[j].y - mine.y));
      sum.z += pull(1000.0f * (tile[j].z - mine.z));
    }
  }
  if (i < count)
    move_body(mine, state[i], sum, vbo, state, i, count);
}

#include "parts/gravity_launch.h"
