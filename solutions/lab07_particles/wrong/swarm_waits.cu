// FAILS clean.swarms (waiting) on both
// also: clean.precision
// says: "waits for its kernel"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The host waits until the kernel has ended.
#include "parts/all_but_swarm.h"

__global__ void swarm_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                             float3 r, float3 target) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float4 position = vbo[i], own = state[i];
  if (own.x >= max_age) {
    const float3 cube = make_float3(r.x * r.x * r.x, r.y * r.y * r.y, r.z * r.z * r.z);
    own = make_float4(0.0f, 0.001f * cube.x, 0.001f * cube.y, 0.001f * cube.z);
    position = make_float4(target.x + 2.0f * cube.x, target.y + 2.0f * cube.y,
                           target.z + 2.0f * cube.z, 1.0f);
  }
  own.x += 1.0f;
  const float3 d = make_float3(target.x - position.x, target.y - position.y, target.z - position.z);
  const float distance = sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
  if (distance > 0.0f) {
    const float pull = 0.000005f / distance;
    own.y += pull * d.x;
    own.z += pull * d.y;
    own.w += pull * d.z;
  }
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  const float4 colour = colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[width * height + i] = colour;
  state[i] = own;
}

void swarm_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                float3 target, dim3 block) {
  swarm_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age, r,
                                                          target);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}
