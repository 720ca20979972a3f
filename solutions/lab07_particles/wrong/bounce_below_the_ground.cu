// FAILS correctness.fountain (branch) on both
// says: "exactly on the ground"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// < in place of <=: a particle that lands exactly on the ground falls on.
#include "parts/all_but_fountain.h"

__global__ void fountain_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float t, float r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x, count = width * height;
  float4 position = vbo[i], own = state[i];
  if (own.x >= max_age) {
    own = make_float4(0.0f, 0.02f * (float(x) / width - 0.5f), 0.015f + 0.01f * r,
                      0.02f * (float(y) / height - 0.5f));
    position = make_float4(0.2f * sinf(t), 0.0f, 0.2f * cosf(t), 1.0f);
  }
  const bool inside = position.x * position.x + position.z * position.z < 25.0f;
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  own.x += 1.0f;
  own.z -= 0.0001f;
  if (position.y < 0.0f && inside)
    own.z *= -0.2f;
  const float4 colour = colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[count + i] = colour;
  state[i] = own;
}

#include "parts/fountain_launch.h"
