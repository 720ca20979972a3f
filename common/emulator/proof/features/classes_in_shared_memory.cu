// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: classes with constructors that do nothing stand in shared memory, as in nvcc.
// Prints: 31 62 93
#include <cstdio>

#include <cuda_fp16.h>

struct pair {
  int first, second;
  pair() = default;
  __device__ pair(int one, int other) : first(one), second(other) {}
};

struct with_half {
  __half value;
  with_half() = default;
};

__global__ void exchange(int* out) {
  __shared__ pair pairs[32];
  __shared__ __half halves[32];
  __shared__ with_half more[32];
  const int other = 31 - threadIdx.x;
  pairs[threadIdx.x] = pair(threadIdx.x, 2 * threadIdx.x);
  halves[threadIdx.x] = __float2half(threadIdx.x);
  more[threadIdx.x].value = __float2half(3.0f * threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = threadIdx.x == 0   ? static_cast<int>(__half2float(halves[other]))
                     : threadIdx.x == 1 ? pairs[other + 1].second
                                        : static_cast<int>(__half2float(more[other + 2].value));
}

int main() {
  int *out, host[32] = {};
  cudaMalloc(&out, sizeof host);
  exchange<<<1, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
  return cudaFree(out) == cudaSuccess ? 0 : 1;
}
