// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a spin lock and a ticket lock with fences protect plain data of all blocks.
// Prints: 320 32
#include <cstdio>

struct spin_lock {
  int taken;
  __device__ void lock() {
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&taken, 0);
  }
};

struct ticket_lock {
  unsigned next;
  unsigned serving;
  __device__ void lock() {
    unsigned mine = atomicAdd(&next, 1u);
    while (atomicAdd(&serving, 0u) != mine) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicAdd(&serving, 1u);
  }
};

__global__ void count(spin_lock* lock, int* counter) {
  // One lane after the other: the lanes of a warp may not wait for each other in a loop.
  for (unsigned lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane) {
      lock->lock();
      *counter += 1;
      lock->unlock();
    }
}

__global__ void count_blocks(ticket_lock* lock, int* counter) {
  if (threadIdx.x != 0)
    return;
  lock->lock();
  *counter += 1;
  lock->unlock();
}

int main() {
  spin_lock* d_lock;
  ticket_lock* d_tickets;
  int *d_counter, counter[2];
  cudaMalloc(&d_lock, sizeof *d_lock);
  cudaMalloc(&d_tickets, sizeof *d_tickets);
  cudaMalloc(&d_counter, sizeof counter);
  cudaMemset(d_lock, 0, sizeof *d_lock);
  cudaMemset(d_tickets, 0, sizeof *d_tickets);
  cudaMemset(d_counter, 0, sizeof counter);
  count<<<5, 64>>>(d_lock, d_counter);
  count_blocks<<<32, 32>>>(d_tickets, d_counter + 1);
  cudaMemcpy(counter, d_counter, sizeof counter, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", counter[0], counter[1]);
  cudaFree(d_lock);
  cudaFree(d_tickets);
  cudaFree(d_counter);
  return cudaGetLastError() != cudaSuccess;
}
