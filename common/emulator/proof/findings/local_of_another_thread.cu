// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: local memory
// Says: reads it {here}
// Says: in the local memory of another thread
// GPU: memcheck misses: the address means each thread's own local memory there
#include <cstdio>

__global__ void peek(int* out) {
  __shared__ int* where;
  int own = threadIdx.x;
  if (threadIdx.x == 0)
    where = &own;
  __syncthreads();
  if (threadIdx.x == 1)
    out[0] = *where; // @here
  __syncthreads();
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  peek<<<1, 2>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaGetLastError();
  return 0;
}
