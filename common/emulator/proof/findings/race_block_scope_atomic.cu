// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: {here}
// Says: atomic within a block only
// GPU: racecheck misses: it watches shared memory only

__global__ void count(int* total) {
  atomicAdd_block(total, 1); // @here
}

int main() {
  int* total;
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  count<<<4, 32>>>(total);
  cudaDeviceSynchronize();
  cudaFree(total);
}
