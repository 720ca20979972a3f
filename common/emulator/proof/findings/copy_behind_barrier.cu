// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_copy
// Says: {here}
// Says: copies to it
// Says: the value may be the old one
// GPU: racecheck misses: the copy is done in time nearly always

#include <cuda/barrier>

// All threads have arrived, and __syncthreads() orders them; but nobody has waited for the copy.
__global__ void reverse(const int* values, int* result) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int buffer[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&ready, 64);
  __syncthreads();
  cuda::memcpy_async(&buffer[t], &values[t], sizeof(int), ready);
  (void)ready.arrive();
  __syncthreads();
  result[t] = buffer[63 - t]; // @here
}

int main() {
  int *values = nullptr, *result = nullptr;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&result, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  reverse<<<1, 64>>>(values, result);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(result);
  return error == cudaSuccess ? 0 : 1;
}
