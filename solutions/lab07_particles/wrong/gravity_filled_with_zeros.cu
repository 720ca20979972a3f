// FAILS correctness.gravity (bounds) on both
// says: "filled up with zeros"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Whole tiles, of which nobody asks how many bodies are there: zeros pull too.
#include "parts/all_but_gravity.h"

#include "parts/gravity_end.h"

__global__ void gravity_kernel(const float4* in, float4* vbo, float4* state, int count) {
  __shared__ float4 tile[TILE];
  const int i = blockIdx.x * TILE + threadIdx.x;
  const float4 mine = in[min(i, count - 1)];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < count; first += TILE) {
    const int other = first + threadIdx.x;
    tile[threadIdx.x] = other < count ? in[other] : make_float4(0.0f, 0.0f, 0.0f, 1.0f);
    __syncthreads();
    for (int j = 0; j < TILE; ++j) {
      sum.x += pull(1000.0f * (tile[j].x - mine.x));
      sum.y += pull(1000.0f * (tile[j].y - mine.y));
      sum.z += pull(1000.0f * (tile[j].z - mine.z));
    }
    __syncthreads();
  }
  if (i < count)
    move_body(mine, state[i], sum, vbo, state, i, count);
}

#include "parts/gravity_launch.h"
