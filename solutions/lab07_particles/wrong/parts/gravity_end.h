// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// What follows the sum in every kernel of gravity: velocity, position, colour, three stores.
#pragma once

__device__ void move_body(float4 mine, float4 own, float3 sum, float4* vbo, float4* state, int i,
                          int count) {
  own.y += sum.x;
  own.z += sum.y;
  own.w += sum.z;
  mine.x += 0.0000001f * own.y;
  mine.y += 0.0000001f * own.z;
  mine.z += 0.0000001f * own.w;
  const float4 colour = make_float4(own.y > 0.0f ? 1.0f : 0.4f, own.z > 0.0f ? 1.0f : 0.4f,
                                    own.w > 0.0f ? 1.0f : 0.4f, 0.0f);
  vbo[i] = mine;
  vbo[count + i] = colour;
  state[i] = own;
}

__device__ float pull(float d) {
  return fabsf(d) > 0.1f ? __fdividef(1.0f, d) : 0.0f;
}
