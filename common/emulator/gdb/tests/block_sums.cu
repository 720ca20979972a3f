// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// For gdb_test.cpp, which names lines of this file.
#include <cstdio>

__global__ void block_sums(const int* in, int* out, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0; // line 10
  __syncthreads();
  int sum = 0; // line 12
  for (int k = 0; k < 64; ++k)
    sum += tile[k];
  out[i] = sum + i; // line 15
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i)
    in[i] = i;
  block_sums<<<4, 64>>>(in, out, 256); // line 24
  cudaDeviceSynchronize();
  std::printf("out[70] = %d\n", out[70]);
  cudaFree(in);
  cudaFree(out);
}
