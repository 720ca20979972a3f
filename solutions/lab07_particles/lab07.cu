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
// BEGIN SOLUTION
// STARTER: // Work through the TODOs in order: lab07.1 to lab07.4. The grader shows how far
// STARTER: // you are. lab07_baseline.cu has a fountain that works, one float at a time: read it.
// The reference solution. The starter is generated from this file: run the target `starters` after
// a change.
// END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.1): enough blocks, also where the last ones are partly outside
  // STARTER: // (1 line to change).
  // STARTER: return dim3(width / block.x, height / block.y);
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  // END SOLUTION
}

// ---- Exercise 1: the fountain ------------------------------------------------------------------

__global__ void fountain_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float t, float r) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.1): which particle is this thread's, and which threads have none?
  // STARTER: // (about 3 lines).
  // STARTER: const int x = 0;
  // STARTER: const int y = 0;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  // END SOLUTION
  const int i = y * width + x;
  const int count = width * height;

  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.1): load the particle's position, then its age and velocity, 16 bytes
  // STARTER: // each (2 lines to change).
  // STARTER: float4 position = make_float4(0.0f, 0.0f, 0.0f, 1.0f);
  // STARTER: float4 own = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  // STARTER: // TODO(lab07.1): begin again, move, age and fall, bounce: points 1 to 4 of
  // STARTER: // lab07.h, all in these two variables (about 14 lines).
  float4 position = vbo[i]; // 16 bytes at once
  float4 own = state[i];    // age, and velocity in x, y, z

  if (own.x >= max_age) {
    own = make_float4(0.0f, 0.02f * (float(x) / width - 0.5f), 0.015f + 0.01f * r,
                      0.02f * (float(y) / height - 0.5f));
    position = make_float4(0.2f * sinf(t), 0.0f, 0.2f * cosf(t), 1.0f);
  }
  // Where it comes from decides whether it can bounce: ask before it moves.
  const bool inside = position.x * position.x + position.z * position.z < 25.0f;
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  own.x += 1.0f;
  own.z -= 0.0001f;
  if (position.y <= 0.0f && inside)
    own.z *= -0.2f;
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.2): the swarm (about 25 lines).
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
  if (distance > 0.0f) { // 0 / 0 is not a number
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
  // END SOLUTION
}

void swarm_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                float3 target, dim3 block) {
  swarm_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age, r,
                                                          target);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void sparkler_kernel(float4* vbo, float4* state, int width, int height, int max_age,
                                float3 r, float3 target) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.2): the sparkler (about 25 lines).
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const int i = y * width + x;
  float4 position = vbo[i], own = state[i];

  if (own.x >= max_age) {
    const float a = 2.0f * pi * x / width;
    const float h = 2.0f * (y + 0.5f) / height - 1.0f;
    const float s = sqrtf(1.0f - h * h);
    own = make_float4(0.0f, sparkler_speed * s * cosf(a) + sparkler_gust * r.x,
                      sparkler_speed * h + sparkler_gust * r.y,
                      sparkler_speed * s * sinf(a) + sparkler_gust * r.z);
    position = make_float4(target.x, target.y, target.z, 1.0f);
  }
  position.x += own.y;
  position.y += own.z;
  position.z += own.w;
  own = make_float4(own.x + 1.0f, sparkler_drag * own.y, sparkler_drag * own.z - sparkler_fall,
                    sparkler_drag * own.w);
  const float4 colour = colour_of(own.x, max_age);
  vbo[i] = position;
  vbo[width * height + i] = colour;
  state[i] = own;
  // END SOLUTION
}

void sparkler_step(float4* d_vbo, float4* d_state, int width, int height, int max_age, float3 r,
                   float3 target, dim3 block) {
  sparkler_kernel<<<grid_for(width, height, block), block>>>(d_vbo, d_state, width, height, max_age,
                                                             r, target);
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 3: gravity -----------------------------------------------------------------------

constexpr int TILE = 256; // particles of a block, and positions in shared memory at a time

// BEGIN SOLUTION
// STARTER: // TODO(lab07.3): the kernel below has the race of README.md's picture. Say why, and
// STARTER: // read the old positions from an array that nobody writes (about 4 lines to change).
// STARTER: // Then let the block load TILE positions at a time into shared memory (about 12 lines).
// STARTER: __device__ float pull(float d) {
// STARTER:   return fabsf(d) > 0.1f ? 1.0f / d : 0.0f;
// STARTER: }
// STARTER:
// STARTER: __global__ void gravity_kernel(float4* vbo, float4* state, int count) {
// STARTER:   const int i = blockIdx.x * TILE + threadIdx.x;
// STARTER:   if (i >= count)
// STARTER:     return;
// STARTER:   float4 mine = vbo[i], own = state[i];
// STARTER:   for (int j = 0; j < count; ++j) {
// STARTER:     const float4 other = vbo[j];
// STARTER:     own.y += pull(1000.0f * (other.x - mine.x));
// STARTER:     own.z += pull(1000.0f * (other.y - mine.y));
// STARTER:     own.w += pull(1000.0f * (other.z - mine.z));
// STARTER:   }
constexpr float FAR = 1e18f; // pulls with 1e-18, and its square is still a float

// d = 1000 e. Where |d| is 0.1 or less the other one counts as far away.
__device__ float usual(float e) {
  return fabsf(e) > 0.0001f ? e : FAR;
}

// 1 / a + 1 / b by one division, (a + b) / (a b), and that the quick one: dividing is what takes
// the time here.
__device__ float pull_of_two(float a, float b) {
  a = usual(a);
  b = usual(b);
  return __fdividef(a + b, a * b);
}

// Two rows of threads share the work of a block, so that twice as many warps are on the device:
// each row takes every other tile.
constexpr int ROWS = 2;

__global__ void gravity_kernel(const float4* in, float4* vbo, float4* state, int count) {
  __shared__ float4 tiles[ROWS][TILE];
  float4* const tile = tiles[threadIdx.y];
  const int i = blockIdx.x * TILE + threadIdx.x;
  // Threads without a particle load for the others, so they stay to the end.
  float4 mine = in[min(i, count - 1)];
  float3 sum = make_float3(0.0f, 0.0f, 0.0f);
  for (int first = 0; first < count; first += ROWS * TILE) {
    const int other = first + threadIdx.y * TILE + threadIdx.x;
    float4 loaded = make_float4(FAR, FAR, FAR, 1.0f);
    if (other < count)
      loaded = in[other];
    tile[threadIdx.x] = loaded;
    __syncthreads();
#pragma unroll 16
    for (int j = 0; j < TILE; j += 2) {
      const float4 a = tile[j], b = tile[j + 1];
      sum.x += pull_of_two(a.x - mine.x, b.x - mine.x);
      sum.y += pull_of_two(a.y - mine.y, b.y - mine.y);
      sum.z += pull_of_two(a.z - mine.z, b.z - mine.z);
    }
    __syncthreads();
  }
  tile[threadIdx.x] = make_float4(sum.x, sum.y, sum.z, 0.0f);
  __syncthreads();
  if (threadIdx.y != 0 || i >= count)
    return;
  const float4 others = tiles[1][threadIdx.x]; // what the second row has added up
  sum.x += others.x;
  sum.y += others.y;
  sum.z += others.z;
  float4 own = state[i];
  own.y += 0.001f * sum.x;
  own.z += 0.001f * sum.y;
  own.w += 0.001f * sum.z;
  // END SOLUTION
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
  // BEGIN SOLUTION
  // STARTER: // The old program had one array only, so here is a copy of the positions.
  // STARTER: const size_t bytes = count * sizeof(float4);
  // STARTER: CUDA_CHECK(cudaMemcpyAsync(d_vbo_out, d_pos_in, bytes, cudaMemcpyDeviceToDevice));
  // STARTER: gravity_kernel<<<blocks, TILE>>>(d_vbo_out, d_state, count);
  gravity_kernel<<<blocks, dim3(TILE, ROWS)>>>(d_pos_in, d_vbo_out, d_state, count);
  // END SOLUTION
  CUDA_CHECK(cudaGetLastError());
}

// ---- Exercise 4: OpenGL's buffer object is the device's memory ----------------------------------

static cudaGraphicsResource_t shared_buffer = nullptr;

void interop_begin(unsigned buffer) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.4): register the buffer object (2 lines).
  CUDA_CHECK(cudaGraphicsGLRegisterBuffer(&shared_buffer, buffer, cudaGraphicsRegisterFlagsNone));
  // END SOLUTION
}

void interop_frame(const std::function<void(float4* d_vbo)>& step) {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.4): map it, ask for its pointer, step, unmap it (about 6 lines).
  CUDA_CHECK(cudaGraphicsMapResources(1, &shared_buffer));
  void* d_vbo = nullptr; // another one in every frame
  size_t bytes = 0;
  CUDA_CHECK(cudaGraphicsResourceGetMappedPointer(&d_vbo, &bytes, shared_buffer));
  step(static_cast<float4*>(d_vbo));
  CUDA_CHECK(cudaGraphicsUnmapResources(1, &shared_buffer));
  // END SOLUTION
}

void interop_end() {
  // BEGIN SOLUTION
  // STARTER: // TODO(lab07.4): CUDA forgets the buffer object (2 lines).
  CUDA_CHECK(cudaGraphicsUnregisterResource(shared_buffer));
  shared_buffer = nullptr;
  // END SOLUTION
}
