// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Traffic: what limits how many warps are on a multiprocessor at once: its threads, its blocks, or
// its shared memory (228 KB, of which each block takes 1 KB besides its own).
// Counts: by_threads occupancy 100
// Counts: by_whole_warps occupancy 98
// Counts: by_blocks occupancy 50
// Counts: by_shared_memory occupancy 25
// Counts: by_dynamic_memory occupancy 13
#include <cstdio>

__global__ void by_threads(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void by_whole_warps(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void by_blocks(float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void by_shared_memory(float* out) {
  __shared__ float tile[11776]; // 46 KB: four blocks
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void by_dynamic_memory(float* out) {
  extern __shared__ float tile[]; // 48,000 bytes: four blocks
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  float* out = nullptr;
  if (cudaMalloc(&out, 4096 * sizeof(float)) != cudaSuccess)
    return 1;
  by_threads<<<2, 256>>>(out);
  by_whole_warps<<<2, 65>>>(out);
  by_blocks<<<2, 32>>>(out);
  by_shared_memory<<<2, 128>>>(out);
  by_dynamic_memory<<<2, 64, 48000>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess || cudaFree(out) != cudaSuccess;
}
