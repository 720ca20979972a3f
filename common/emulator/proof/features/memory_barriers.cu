// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: cuda/barrier: arriving and waiting apart, leaving, polling, two blocks at one.
// Prints: rounds 4096, dropped 496, polled 2016, blocks 128
#include <cstdio>
#include <utility>

#include <cuda/barrier>

constexpr int threads = 64;

// Each round every thread adds what its neighbour has written in this round.
__global__ void rounds(int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> written, read;
  __shared__ int values[threads];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&written, threads);
    init(&read, threads);
  }
  __syncthreads();
  int own = 0;
  for (int round = 0; round < 20; ++round) {
    values[t] = t + round;
    auto token = written.arrive();
    own += 1; // something that needs no other thread
    written.wait(std::move(token));
    own += values[(t + 1) % threads] - (t + 1) % threads - round;
    read.arrive_and_wait();
  }
  atomicAdd(sum, own == 20 ? threads : 0);
}

// The upper half leaves after one phase; the lower half goes on.
__global__ void some_leave(int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> all;
  __shared__ int values[threads];
  const int t = threadIdx.x;
  if (t == 0)
    init(&all, threads);
  __syncthreads();
  values[t] = t;
  if (t >= threads / 2) {
    all.arrive_and_drop();
    return;
  }
  all.arrive_and_wait();
  const int upper = values[t + threads / 2];
  all.arrive_and_wait();
  values[t] = upper - threads / 2;
  all.arrive_and_wait();
  atomicAdd(sum, values[t ^ 1]);
}

// One thread looks again and again; a parity tells which phase.
__global__ void polled(int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int values[threads];
  const int t = threadIdx.x;
  if (t == 0)
    init(&ready, threads);
  __syncthreads();
  values[t] = t;
  (void)ready.arrive();
  if (t == 0) {
    while (!ready.try_wait_parity(false)) {
    }
    int all = 0;
    for (int i = 0; i < threads; ++i)
      all += values[i];
    *sum = all;
  }
}

__device__ cuda::barrier<cuda::thread_scope_device> of_blocks;

__global__ void begin_blocks() {
  init(&of_blocks, 2 * threads);
}

__global__ void two_blocks(int* values, int* sum) {
  const int own = blockIdx.x * threads + threadIdx.x;
  values[own] = 1;
  of_blocks.arrive_and_wait();
  atomicAdd(sum, values[2 * threads - 1 - own]);
}

int main() {
  int *sums = nullptr, *values = nullptr, found[4] = {};
  cudaMalloc(&sums, sizeof found);
  cudaMalloc(&values, 2 * threads * sizeof(int));
  cudaMemset(sums, 0, sizeof found);
  rounds<<<1, threads>>>(sums);
  some_leave<<<1, threads>>>(sums + 1);
  polled<<<1, threads>>>(sums + 2);
  begin_blocks<<<1, 1>>>();
  two_blocks<<<2, threads>>>(values, sums + 3);
  const cudaError_t error = cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess)
    printf("%s\n", cudaGetErrorString(error));
  printf("rounds %d, dropped %d, polled %d, blocks %d\n", found[0], found[1], found[2], found[3]);
  cudaFree(sums);
  cudaFree(values);
}
