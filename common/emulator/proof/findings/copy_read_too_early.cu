// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_copy
// Says: error: use of what an unfinished copy writes or reads, shared memory: buffer[64]
// Says: {here}
// Says: thread (0,0) of block (0,0) copies to it
// Says: the value may be the old one
// GPU: racecheck misses: each thread reads what it copied itself

#include <cuda/pipeline>

// Two pieces are on their way, and the second one is used after waiting for the first only.
__global__ void total(const int* values, int* sums) {
  __shared__ int buffer[128];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  for (int piece = 0; piece < 2; ++piece) {
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[piece * 64 + t], &values[piece * 64 + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  const int first = buffer[t];
  sums[t] = first + buffer[64 + t]; // @here
  pipe.consumer_wait();
  pipe.consumer_release();
}

int main() {
  int *values = nullptr, *sums = nullptr;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMalloc(&sums, 64 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  total<<<1, 64>>>(values, sums);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(sums);
  return error == cudaSuccess ? 0 : 1;
}
