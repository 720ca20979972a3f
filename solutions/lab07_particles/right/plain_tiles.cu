// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Another right answer: gravity in tiles of 64 bodies, with exact division, each coordinate in an
// array of its own.
#include "../wrong/parts/all_but_gravity.h"

constexpr int SIDE = 64;

__device__ float exact_pull(float d) {
  return d > 0.1f || d < -0.1f ? 1.0f / d : 0.0f;
}

__global__ void gravity_small_tiles_kernel(const float4* in, float4* vbo, float4* state,
                                           int count) {
  __shared__ float x[SIDE], y[SIDE], z[SIDE];
  const int i = blockIdx.x * SIDE + threadIdx.x;
  float4 mine = i < count ? in[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float4 own = i < count ? state[i] : mine;
  for (int first = 0; first < count; first += SIDE) {
    __syncthreads(); // the tile before this one has been used
    const int other = first + threadIdx.x;
    if (other < count) {
      const float4 loaded = in[other];
      x[threadIdx.x] = loaded.x;
      y[threadIdx.x] = loaded.y;
      z[threadIdx.x] = loaded.z;
    }
    __syncthreads();
    for (int j = 0; j < SIDE && first + j < count; ++j) {
      own.y += exact_pull(1000.0f * (x[j] - mine.x));
      own.z += exact_pull(1000.0f * (y[j] - mine.y));
      own.w += exact_pull(1000.0f * (z[j] - mine.z));
    }
  }
  if (i >= count)
    return;
  mine.x += 0.0000001f * own.y;
  mine.y += 0.0000001f * own.z;
  mine.z += 0.0000001f * own.w;
  vbo[i] = mine;
  vbo[count + i] = make_float4(own.y > 0.0f ? 1.0f : 0.4f, own.z > 0.0f ? 1.0f : 0.4f,
                               own.w > 0.0f ? 1.0f : 0.4f, 0.0f);
  state[i] = own;
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  gravity_small_tiles_kernel<<<(count + SIDE - 1) / SIDE, SIDE>>>(d_pos_in, d_vbo_out, d_state,
                                                                  count);
  CUDA_CHECK(cudaGetLastError());
}
