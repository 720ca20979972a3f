// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_mask
// Says: error: mask that does not name the calling lane (kernel share)
// Says: thread (16,0) of block (0,0) calls {here}
// Says: lane 16 calls __shfl_sync() with the mask 0x0000ffff, which does not name it
// GPU: synccheck misses: it looks at the masks of barriers only
#include <cstdio>

__global__ void share(int* a) {
  const int i = threadIdx.x;
  // The upper half warp gives the mask of the lower one.
  a[i] = __shfl_sync(0x0000ffff, i, i / 16 * 16); // @here
}

int main() {
  int* a = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  share<<<1, 32>>>(a);
  if (cudaDeviceSynchronize() != cudaSuccess)
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  cudaFree(a);
}
