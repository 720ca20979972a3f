// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Another right answer: a fountain in which a thread may move several particles, so that any grid
// would do, and which has no branch but the first.
#include "../wrong/parts/all_but_fountain.h"

__device__ float4 moved(float4 position, float4 own) {
  return make_float4(position.x + own.y, position.y + own.z, position.z + own.w, 1.0f);
}

__global__ void fountain_strided_kernel(float4* vbo, float4* state, int width, int height,
                                        int max_age, float t, float r) {
  const float4 nozzle = make_float4(0.2f * sinf(t), 0.0f, 0.2f * cosf(t), 1.0f);
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
      const int i = y * width + x;
      float4 from = vbo[i], own = state[i];
      if (own.x >= max_age) {
        from = nozzle;
        own = make_float4(0.0f, 0.02f * x / width - 0.01f, 0.015f + 0.01f * r,
                          0.02f * y / height - 0.01f);
      }
      const float4 to = moved(from, own);
      const float fallen = own.z - 0.0001f;
      const bool bounces = to.y <= 0.0f && from.x * from.x + from.z * from.z < 25.0f;
      own = make_float4(own.x + 1.0f, own.y, bounces ? -0.2f * fallen : fallen, own.w);
      const float4 colour = colour_of(own.x, max_age);
      vbo[width * height + i] = colour;
      vbo[i] = to;
      state[i] = own;
    }
}

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  fountain_strided_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height,
                                                                     max_age, t, r);
  CUDA_CHECK(cudaGetLastError());
}
