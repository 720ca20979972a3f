// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: absent_lanes
// Says: thread (0,0) of block (0,0) waits {here}
// Says: thread (8,0) of block (0,0) waits {barrier}
// Says: for the lanes of 0xffffffff; 24 of them wait in line
// GPU: not run: the program waits for ever under synccheck
#include <cstdio>

__global__ void vote(unsigned* result, const int* a) {
  const int i = threadIdx.x;
  if (i < 8) {
    const unsigned votes = __ballot_sync(0xffffffff, a[i] > 0); // @here
    if (i == 0)
      *result = votes;
  }
  __syncthreads(); // @barrier
}

int main() {
  int* a = nullptr;
  unsigned* result = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&result, sizeof(unsigned));
  cudaMemset(a, 0, 32 * sizeof(int));
  vote<<<1, 32>>>(result, a);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
  cudaFree(result);
}
