// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_copy
// Says: {here}
// Says: {copy}
// Says: other threads have waited for it, and this one has not
// GPU: racecheck misses: the copy is done in time nearly always

#include <cuda/barrier>

// The lower warp waits for the copies; the upper one reads them as if it had waited, too.
__global__ void reverse(const int* values, int* result) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int buffer[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&ready, 64);
  __syncthreads();
  cuda::memcpy_async(&buffer[t], &values[t], sizeof(int), ready); // @copy
  auto token = ready.arrive();
  __syncthreads();
  if (t < 32)
    ready.wait(static_cast<decltype(token)&&>(token));
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
