// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on shared memory: values
// Says: {here}
// GPU: racecheck finds

#include <cuda/barrier>

// Between arriving and waiting a thread must not use what others have written before they arrived.
__global__ void shift(int* result) {
  __shared__ cuda::barrier<cuda::thread_scope_block> written;
  __shared__ int values[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&written, 64);
  __syncthreads();
  values[t] = t;
  auto token = written.arrive();
  const int next = values[(t + 32) % 64]; // @here
  written.wait(static_cast<decltype(token)&&>(token));
  result[t] = next;
}

int main() {
  int* result = nullptr;
  cudaMalloc(&result, 64 * sizeof(int));
  shift<<<1, 64>>>(result);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(result);
  return error == cudaSuccess ? 0 : 1;
}
