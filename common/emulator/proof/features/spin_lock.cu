// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: threads that wait for a lock, a flag or a turn let the others run.
#include <cstdio>

struct board {
  int lock, counter;          // a lock for all threads of the grid
  unsigned next, serving;     // a lock that serves in order
  int in_order;
  volatile int relay;         // handed from thread to thread, backwards
  int passed;
};

__global__ void spin(board* b) {
  for (int done = 0; done == 0;) // lanes of one warp compete too
    if (atomicCAS(&b->lock, 0, 1) == 0) {
      __threadfence();
      b->counter = b->counter + 1;
      __threadfence();
      atomicExch(&b->lock, 0);
      done = 1;
    }

  if (threadIdx.x % 16 == 0) {
    const unsigned mine = atomicAdd(&b->next, 1u);
    while (atomicAdd(&b->serving, 0u) != mine)
      __nanosleep(20);
    __threadfence();
    b->in_order = b->in_order + 1;
    __threadfence();
    atomicAdd(&b->serving, 1u);
  }

  if (blockIdx.x == 0 && threadIdx.x < 12) { // small numbers wait for large ones
    while (b->relay != int(11 - threadIdx.x))
      ;
    __threadfence();
    b->passed = b->passed + 1;
    __threadfence();
    b->relay = b->relay + 1;
  }

  __shared__ volatile int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1)
    ready = 1;
  else
    while (ready == 0)
      ;
}

int main() {
  board* on_device = nullptr;
  board got;
  cudaMalloc(&on_device, sizeof(board));
  cudaMemset(on_device, 0, sizeof(board));
  spin<<<4, 64>>>(on_device);
  const cudaError_t error = cudaMemcpy(&got, on_device, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  if (error != cudaSuccess || got.counter != 256 || got.in_order != 16 || got.passed != 12) {
    printf("%s: %d, %d, %d\n", cudaGetErrorString(error), got.counter, got.in_order, got.passed);
    return 1;
  }
}
