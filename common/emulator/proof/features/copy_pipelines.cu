// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: cuda/pipeline, and asynchronous copies by a thread, a block, roles, barriers.
// Prints: stages 32640, block 32640, roles 32640
// Prints: barrier 32640, primitives 32640, prior 32640
#include <cstdio>
#include <utility>

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int threads = 64, pieces = 4, size = 64;

// Each thread copies one number of each piece and reads its neighbour's: two stages ahead.
__global__ void by_thread(const int* values, int* sum) {
  __shared__ int buffer[2][size];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto one = cuda::aligned_size_t<4>(sizeof(int));
  const int t = threadIdx.x;
  int own = 0;
  for (int ahead = 0, piece = 0; piece < pieces; ++piece) {
    for (; ahead < pieces && ahead < piece + 2; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[ahead % 2][t], &values[ahead * size + t], one, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    __syncthreads();
    own += buffer[piece % 2][(t + 1) % size];
    __syncthreads();
    pipe.consumer_release();
  }
  atomicAdd(sum, own);
}

// All threads of the block produce and consume; the pipeline's stages say when a buffer may be
// used.
__global__ void by_block(const int* values, int* sum) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int buffer[2][size];
  const cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int own = 0;
  for (int ahead = 0, piece = 0; piece < pieces; ++piece) {
    for (; ahead < pieces && ahead < piece + 2; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[ahead % 2], values + ahead * size, sizeof buffer[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    own += buffer[piece % 2][size - 1 - threadIdx.x];
    pipe.consumer_release();
  }
  atomicAdd(sum, own);
}

// The upper warp copies, the lower one adds up.
__global__ void by_roles(const int* values, int* sum) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  __shared__ int buffer[3][size];
  const cg::thread_block block = cg::this_thread_block();
  const bool produces = threadIdx.x >= 32;
  auto pipe = cuda::make_pipeline(
      block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int lane = threadIdx.x % 32;
  int own = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    if (produces) {
      pipe.producer_acquire();
      for (int i = lane; i < size; i += 32)
        cuda::memcpy_async(&buffer[piece % 3][i], values + piece * size + i, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      own += buffer[piece % 3][lane] + buffer[piece % 3][size - 1 - lane];
      pipe.consumer_release();
    }
  }
  if (own != 0)
    atomicAdd(sum, own);
}

__global__ void by_barrier(const int* values, int* sum) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ alignas(16) int buffer[pieces * size];
  if (threadIdx.x == 0)
    init(&ready, threads);
  __syncthreads();
  const int first = threadIdx.x * pieces;
  cuda::memcpy_async(buffer + first, values + first, cuda::aligned_size_t<16>(16), ready);
  auto token = ready.arrive();
  __syncthreads(); // does not end the copies
  ready.wait(std::move(token));
  int own = 0;
  for (int i = 0; i < pieces; ++i)
    own += buffer[i * size + threadIdx.x];
  atomicAdd(sum, own);
}

__global__ void by_primitives(const int* values, int* sum) {
  __shared__ int buffer[pieces][size];
  const int t = threadIdx.x;
  for (int piece = 0; piece < pieces; ++piece) {
    __pipeline_memcpy_async(&buffer[piece][t], &values[piece * size + t], sizeof(int));
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  int own = buffer[0][t] + buffer[1][t] + buffer[2][t];
  __pipeline_wait_prior(0);
  own += buffer[3][t];
  __pipeline_memcpy_async(&buffer[0][t], &values[t], sizeof(int), sizeof(int)); // zeros
  __pipeline_commit();
  __pipeline_wait_prior(0);
  atomicAdd(sum, own + buffer[0][t]);
}

__global__ void by_prior(const int* values, int* sum) {
  __shared__ int buffer[pieces][size];
  auto pipe = cuda::make_pipeline();
  const int t = threadIdx.x;
  for (int piece = 0; piece < pieces; ++piece) {
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[piece][t], &values[piece * size + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<2>(pipe);
  int own = buffer[0][t] + buffer[1][t];
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  own += buffer[2][t] + buffer[3][t];
  pipe.consumer_release();
  atomicAdd(sum, own);
}

int main() {
  int host[pieces * size], found[6] = {}, *values = nullptr, *sums = nullptr;
  for (int i = 0; i < pieces * size; ++i)
    host[i] = i;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&sums, sizeof found);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(sums, 0, sizeof found);
  by_thread<<<1, threads>>>(values, sums);
  by_block<<<1, threads>>>(values, sums + 1);
  by_roles<<<1, threads>>>(values, sums + 2);
  by_barrier<<<1, threads>>>(values, sums + 3);
  by_primitives<<<1, threads>>>(values, sums + 4);
  by_prior<<<1, threads>>>(values, sums + 5);
  const cudaError_t error = cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess)
    printf("%s\n", cudaGetErrorString(error));
  printf("stages %d, block %d, roles %d\n", found[0], found[1], found[2]);
  printf("barrier %d, primitives %d, prior %d\n", found[3], found[4], found[5]);
  cudaFree(values);
  cudaFree(sums);
}
