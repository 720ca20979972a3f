// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
/// @file
/// Exercise 5 of lab 06: each thread makes 36 neighbouring outputs, from a window of the input that
/// moves through its registers.
///
/// Four taps need 36 + 3 neighbouring inputs. All but 4 of them are in registers already, so two
/// loads of 16 bytes, 4 inputs and 4 taps, serve 144 multiplications. 36 floats are 9 pieces of 16
/// bytes, an odd number: eight threads that read 16 bytes each touch every bank once.
///
/// The work is tiles of outputs times steps of taps. It is dealt out evenly to as many blocks as
/// fit on the device at once, so that no block waits for a last round: a block takes up where the
/// one before it stops, in the middle of a tile if need be ("stream-K": M. Osama et al., 2023).
/// Several blocks share a tile then, and add their parts atomically.
///
/// On an NVIDIA H200 at 294,912 outputs and 32,768 taps: 0.337 ms, 57.3 TFLOP/s.
#pragma once

#include "lab/cuda_check.h"

namespace register_blocking {

constexpr int THREADS = 128;
constexpr int OUTPUTS = 36;         // of a thread; four times an odd number
constexpr int WINDOW = OUTPUTS + 4; // inputs in registers; also the taps of one step
constexpr int TILE = THREADS * OUTPUTS;
constexpr int CHUNK = 50 * WINDOW; // taps in shared memory
constexpr int BLOCKS_AN_SM = 4;    // tells the compiler how many registers there are
constexpr size_t SHARED_BYTES = (TILE + 2 * CHUNK) * sizeof(float);

/// to[k] = from[k] for k < count, and 0 from `available` on, 16 bytes at once. Both begin at
/// multiples of 16 bytes, as what cudaMalloc returns does; count is a multiple of 4.
__device__ inline void copy_in(float* to, const float* from, int available, int count) {
#pragma unroll 12 // as many loads on their way at once
  for (int k = 4 * threadIdx.x; k < count; k += 4 * THREADS) {
    float4 four;
    if (k + 3 < available)
      four = *reinterpret_cast<const float4*>(from + k);
    else
      four = make_float4(k < available ? from[k] : 0.0f, k + 1 < available ? from[k + 1] : 0.0f,
                         k + 2 < available ? from[k + 2] : 0.0f, 0.0f);
    *reinterpret_cast<float4*>(to + k) = four;
  }
}

__device__ inline void take_four(float (&window)[WINDOW], int at, const float* from) {
  const float4 four = *reinterpret_cast<const float4*>(from);
  window[at % WINDOW] = four.x;
  window[(at + 1) % WINDOW] = four.y;
  window[(at + 2) % WINDOW] = four.z;
  window[(at + 3) % WINDOW] = four.w;
}

/// Adds `taps` taps, a multiple of WINDOW. The window is a ring: after one round of the outer loop
/// it stands as before, so that every index is known to the compiler and nothing is moved.
/// @param in the thread's first input, of OUTPUTS + taps
__device__ inline void add_products(float (&sum)[OUTPUTS], const float* in, const float* filter,
                                    int taps) {
  float window[WINDOW];
#pragma unroll
  for (int k = 0; k < OUTPUTS; k += 4)
    take_four(window, k, in + k);
#pragma unroll 1
  for (int j = 0; j < taps; j += WINDOW) {
#pragma unroll
    for (int g = 0; g < WINDOW; g += 4) {
      take_four(window, g + OUTPUTS, in + j + g + OUTPUTS);
      const float4 four = *reinterpret_cast<const float4*>(filter + j + g);
      const float tap[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
      for (int t = 0; t < 4; ++t)
#pragma unroll
        for (int r = 0; r < OUTPUTS; ++r)
          sum[r] += tap[t] * window[(g + t + r) % WINDOW];
    }
  }
}

__global__ void __launch_bounds__(THREADS, BLOCKS_AN_SM)
    convolve_tiles_kernel(const float* in, int in_len, const float* filter, int filter_len,
                          float* out, int tiles, int steps) {
  extern __shared__ float4 shared[]; // float4: begins at a multiple of 16 bytes
  float* s_filter = reinterpret_cast<float*>(shared);
  float* s_in = s_filter + CHUNK;
  float* mine = s_in + OUTPUTS * threadIdx.x;
  const int outputs = in_len - filter_len + 1;

  const long long work = static_cast<long long>(tiles) * steps;
  long long at = work * blockIdx.x / gridDim.x;
  const long long end = work * (blockIdx.x + 1) / gridDim.x;
  while (at < end) {
    const int tile = static_cast<int>(at / steps);
    const int step = static_cast<int>(at % steps);
    const int count = static_cast<int>(min(static_cast<long long>(steps - step), end - at));
    const int first = tile * TILE;
    at += count;

    float sum[OUTPUTS] = {};
    for (int tap = step * WINDOW; tap < (step + count) * WINDOW; tap += CHUNK) {
      const int taps = min(CHUNK, (step + count) * WINDOW - tap);
      copy_in(s_filter, filter + tap, filter_len - tap, taps);
      copy_in(s_in, in + first + tap, in_len - first - tap, TILE + taps);
      __syncthreads();
      if (first + OUTPUTS * static_cast<int>(threadIdx.x) < outputs) // else none is wanted of it
        add_products(sum, mine, s_filter, taps);
      __syncthreads();
    }
    // Through shared memory, so that the threads of a warp add to neighbours.
#pragma unroll
    for (int r = 0; r < OUTPUTS; r += 4)
      *reinterpret_cast<float4*>(mine + r) =
          make_float4(sum[r], sum[r + 1], sum[r + 2], sum[r + 3]);
    __syncthreads();
    for (int k = threadIdx.x; k < TILE && first + k < outputs; k += THREADS)
      atomicAdd(out + first + k, s_in[k]);
    __syncthreads();
  }
}

inline void launch(const float* d_in, int in_len, const float* d_filter, int filter_len,
                   float* d_out) {
  const int outputs = in_len - filter_len + 1;
  const int tiles = (outputs + TILE - 1) / TILE;
  const int steps = (filter_len + WINDOW - 1) / WINDOW;
  static const int resident = [] { // asked once: the answer takes longer than a small launch
    int device = 0, processors = 0, blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, convolve_tiles_kernel,
                                                             THREADS, SHARED_BYTES));
    return processors * blocks;
  }();
  const long long work = static_cast<long long>(tiles) * steps;
  const int blocks = static_cast<int>(work < resident ? work : resident);
  CUDA_CHECK(cudaMemsetAsync(d_out, 0, outputs * sizeof(float)));
  convolve_tiles_kernel<<<blocks, THREADS, SHARED_BYTES>>>(d_in, in_len, d_filter, filter_len,
                                                           d_out, tiles, steps);
  CUDA_CHECK(cudaGetLastError());
}

} // namespace register_blocking
