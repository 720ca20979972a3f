// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Lab 07: particles.
//
//   ./lab grade lab07     is it right, free of races, and does it move 16 bytes at a time?
//   ./lab run lab07       move a few particles and look at their numbers
//   ./lab hint lab07      a little help, then a little more
//
// README.md explains the idea with pictures; lab07.h says what each function must do.
//
// Work through the TODOs in order: lab07.1 to lab07.4. The grader shows how far
// you are. lab07_baseline.cu has a fountain that works, one float at a time: read it.
#include "lab07.h"

#include "lab/cuda_check.h"
#include "lab/gl_interop.h"

// ---- For all systems ---------------------------------------------------------------------------

// From white over yellow to red. `age` is a float, so this division is one of floats.
__device__ float4 colour_of(float age, int max_age) {
  const float c = age / max_age;
  return make_float4(1.0f, 1.0f - 0.5f * c, 1.0f - c, 0.0f);
}

// Blocks that cover the mesh, whatever their shape.
static dim3 grid_for(int width, int height, dim3 block) {
  // TODO(lab07.1): enough blocks, also where the last ones are partly outside
  // (1 line to change).
  return dim3(width / block.x, height / block.y);
}

// ---- Exercise 1: the fountain ------------------------------------------------------------------

__global__ void fountain_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float t, float r) {
  // TODO(lab07.1): which particle is this thread's, and which threads have none?
  // (about 3 lines).
  const int x = 0;
  const int y = 0;
  const int i = y * width + x;
  const int count = width * height;

  // TODO(lab07.1): load the particle's position, then its age and velocity, 16 bytes
  // each (2 lines to change).
  float4 position = make_float4(0.0f, 0.0f, 0.0f, 1.0f);
  float4 own = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  // TODO(lab07.1): begin again, move, age and fall, bounce: points 1 to 4 of
  // lab07.h, all in these two variables (about 14 lines).
  const float4 colour = colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[count + i] = colour;
  state[i] = own;
}

void fountain_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float t,
                   float r, dim3 block) {
  fountain_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age,
                                                             t, r);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 2: the swarm and the sparkler ----------------------------------------------------

__global__ void swarm_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                             float3 r, float3 target) {
  // TODO(lab07.2): the swarm (about 25 lines).
}

void swarm_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                float3 target, dim3 block) {
  swarm_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age, r,
                                                          target);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void sparkler_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float3 r, float3 target) {
  // TODO(lab07.2): the sparkler (about 25 lines).
}

void sparkler_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                   float3 target, dim3 block) {
  sparkler_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age,
                                                             r, target);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: gravity -----------------------------------------------------------------------

constexpr int TILE = 256; // particles of a block, and positions in shared memory at a time

// TODO(lab07.3): the kernel below has the race of README.md's picture. Say why, and
// read the old positions from an array that nobody writes (about 4 lines to change).
// Then let the block load TILE positions at a time into shared memory (about 12 lines).
__device__ float pull(float d) {
  return fabsf(d) > 0.1f ? 1.0f / d : 0.0f;
}

__global__ void gravity_kernel(float4* vbo, float4* state, int count) {
  const int i = blockIdx.x * TILE + threadIdx.x;
  if (i >= count)
    return;
  float4 mine = vbo[i], own = state[i];
  for (int j = 0; j < count; ++j) {
    const float4 other = vbo[j];
    own.y += pull(1000.0f * (other.x - mine.x));
    own.z += pull(1000.0f * (other.y - mine.y));
    own.w += pull(1000.0f * (other.z - mine.z));
  }
  mine.x += 0.0000001f * own.y;
  mine.y += 0.0000001f * own.z;
  mine.z += 0.0000001f * own.w;
  const float4 colour = make_float4(own.y > 0.0f ? 1.0f : 0.4f, own.z > 0.0f ? 1.0f : 0.4f,
                                    own.w > 0.0f ? 1.0f : 0.4f, 0.0f);
  vbo[i] = mine;
  vbo[count + i] = colour;
  state[i] = own;
}

void gravity_step(const float4* d_pos_in, float4* d_vbo_out, float4* d_state, int count) {
  const int blocks = (count + TILE - 1) / TILE;
  // The old program had one array only, so here is a copy of the positions.
  const size_t bytes = count * sizeof(float4);
  CUDA_CHECK(cudaMemcpyAsync(d_vbo_out, d_pos_in, bytes, cudaMemcpyDeviceToDevice));
  gravity_kernel<<<blocks, TILE>>>(d_vbo_out, d_state, count);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 4: OpenGL's buffer object is the device's memory ----------------------------------

static cudaGraphicsResource_t shared_buffer = nullptr;

void interop_begin(unsigned buffer) {
  // TODO(lab07.4): register the buffer object (2 lines).
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  // TODO(lab07.4): map it, ask for its pointer, step, unmap it (about 6 lines).
}

void interop_end() {
  // TODO(lab07.4): CUDA forgets the buffer object (2 lines).
}
