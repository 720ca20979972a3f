// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: double_free invalid_free leak
// Options: -rdc=true
// Says: thread (1,0) of block (0,0) frees it again {again}
// Says: a thread freed it first {again}
// Says: thread (0,0) of block (0,0) frees it {inside}
// Says: the pointer is 4 bytes behind the start of
// Says: the host has allocated it, and only the host can free it
// Says: a kernel has allocated it, and only a kernel can free it
// Says: free and delete in a kernel take what malloc and new in a kernel gave, and cudaFree in a
// Says: a thread allocates it
// Says: call cudaFree for each in a kernel
// GPU: memcheck finds
#include <cstdio>

__global__ void last(int* values) {
  cudaFree(values); // @again
}

__global__ void parent(int* of_host, int** kept) {
  int* values;
  if (cudaMalloc(&values, 8 * sizeof(int)) != cudaSuccess ||
      cudaMalloc(kept, sizeof(int)) != cudaSuccess)
    return;
  **kept = *values = 1;
  cudaError_t inside = cudaFree(values + 1); // @inside
  cudaError_t others = cudaFree(of_host);
  if (inside == cudaSuccess || others == cudaSuccess)
    printf("freed\n");
  last<<<1, 2, 0, cudaStreamTailLaunch>>>(values);
}

int main() {
  int *of_host, **kept;
  if (cudaMalloc(&of_host, 4) != cudaSuccess ||
      cudaMallocManaged(&kept, sizeof(int*)) != cudaSuccess)
    return 1;
  parent<<<1, 1>>>(of_host, kept);
  cudaDeviceSynchronize();
  cudaGetLastError();
  if (cudaFree(*kept) == cudaSuccess)
    printf("freed\n");
  cudaFree(of_host);
  cudaFree(kept);
  return 0;
}
