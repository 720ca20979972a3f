// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// The given kernels that yours are measured against. Both are right.
//
// The fountain reads and writes one float at a time: exercise 1 is about fewer, wider accesses.
// Gravity reads every position straight from global memory and divides exactly: exercise 3 is about
// tiles in shared memory. The other systems are not given.
#include <stdexcept>

#include "lab07.h"

#include "lab/cuda_check.h"

// ---- The fountain, one float at a time, axis by axis -------------------------------------------

__global__ void fountain_float_kernel(float* vbo, float* state, int width, int height, int max_age,
                                      float t, float r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float* position = vbo + 4 * i;
  float* colour = vbo + 4 * (width * height + i);
  float* age = state + 4 * i;
  float* velocity = age + 1;

  if (age[0] >= max_age) {
    age[0] = 0.0f;
    velocity[0] = 0.02f * (float(x) / width - 0.5f);
    velocity[1] = 0.015f + 0.01f * r;
    velocity[2] = 0.02f * (float(y) / height - 0.5f);
    position[0] = 0.2f * sinf(t);
    position[1] = 0.0f;
    position[2] = 0.2f * cosf(t);
  }
  const bool inside = position[0] * position[0] + position[2] * position[2] < 25.0f;
  age[0] += 1.0f;
  const float c = age[0] / max_age;
  for (int axis = 0; axis < 3; ++axis) {
    position[axis] += velocity[axis];
    colour[axis] = 1.0f - 0.5f * axis * c;
    if (axis == 1) { // the vertical one
      velocity[1] -= 0.0001f;
      if (position[1] <= 0.0f && inside)
        velocity[1] *= -0.2f;
    }
  }
  position[3] = 1.0f;
  colour[3] = 0.0f;
}

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  fountain_float_kernel<<<grid, block>>>(reinterpret_cast<float*>(d_vbo),
                                         reinterpret_cast<float*>(d_state), width, height, max_age,
                                         t, r);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Gravity, everything from global memory ----------------------------------------------------

__device__ float exact_pull(float d) {
  return fabsf(d) > 0.1f ? 1.0f / d : 0.0f;
}

__global__ void gravity_naive_kernel(const float4* in, float4* vbo, float4* state, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float4 mine = in[i], own = state[i];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int j = 0; j < count; ++j) {
    const float4 other = in[j];
    sum.x += exact_pull(1000.0f * (other.x - mine.x));
    sum.y += exact_pull(1000.0f * (other.y - mine.y));
    sum.z += exact_pull(1000.0f * (other.z - mine.z));
  }
  own.y += sum.x;
  own.z += sum.y;
  own.w += sum.z;
  mine.x += 0.0000001f * own.y;
  mine.y += 0.0000001f * own.z;
  mine.z += 0.0000001f * own.w;
  vbo[i] = mine;
  vbo[count + i] = make_float4(own.y > 0.0f ? 1.0f : 0.4f, own.z > 0.0f ? 1.0f : 0.4f,
                               own.w > 0.0f ? 1.0f : 0.4f, 0.0f);
  state[i] = own;
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  gravity_naive_kernel<<<(count + 255) / 256, 256>>>(d_pos_in, d_vbo_out, d_state, count);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Not given ---------------------------------------------------------------------------------

void swarm_step(float4*, float4*, int, int, int, float3, float3, dim3) {
  throw std::logic_error("no swarm is given");
}

void interop_begin(unsigned) {
  throw std::logic_error("no interop is given");
}

void interop_frame(const std::function<void(float4* d_vbo)>&) {
  throw std::logic_error("no interop is given");
}

void interop_end() {
  throw std::logic_error("no interop is given");
}

void sparkler_step(float4*, float4*, int, int, int, float3, float3, dim3) {
  throw std::logic_error("no sparkler is given");
}
