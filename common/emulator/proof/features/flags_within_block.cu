// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: inside a block: a lock in shared memory, and a warp that waits for another one's flag.
// Prints: 4 36
#include <cstdio>

__global__ void locked(int* out) {
  __shared__ int lock, counter;
  if (threadIdx.x == 0)
    lock = counter = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    counter += 1;
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[0] = counter;
}

__global__ void handed_over(int* out) {
  __shared__ int data[32];
  __shared__ volatile int ready;
  int t = threadIdx.x, lane = t % 32;
  if (t == 0)
    ready = 0;
  __syncthreads();
  if (t < 32) { // the first warp makes
    data[lane] = lane + 5;
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      ready = 1;
    }
  } else { // and the second one uses
    if (lane == 0)
      while (ready == 0) {
      }
    __threadfence_block();
    __syncwarp();
    if (lane == 0)
      out[1] = data[31];
  }
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  locked<<<1, 128>>>(out);
  handed_over<<<1, 64>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[1]);
  cudaFree(out);
  return cudaGetLastError() != cudaSuccess;
}
