// FAILS correctness.sparkler (arithmetic) on both
// says: "too rough for pi"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Two digits after the point.
#include "parts/all_but_sparkler.h"

__global__ void sparkler_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float3 r, float3 target) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float4 position = vbo[i], own = state[i];
  if (own.x >= max_age) {
    const float a = 2.0f * 3.14f * x / width, h = 2.0f * (y + 0.5f) / height - 1.0f;
    const float s = sqrtf(1.0f - h * h);
    own = make_float4(0.0f, sparkler_speed * s * cosf(a) + sparkler_gust * r.x,
                      sparkler_speed * h + sparkler_gust * r.y,
                      sparkler_speed * s * sinf(a) + sparkler_gust * r.z);
    position = make_float4(target.x, target.y, target.z, 1.0f);
  }
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  own.y *= sparkler_drag;
  own.z = sparkler_drag * own.z - sparkler_fall;
  own.w *= sparkler_drag;
  own.x += 1.0f;
  const float4 colour = colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[width * height + i] = colour;
  state[i] = own;
}

#include "parts/sparkler_launch.h"
