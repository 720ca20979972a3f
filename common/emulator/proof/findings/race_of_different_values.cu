// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: error: race on shared memory: last
// Says: error: race on global memory
// Says: {block}
// Says: {grid}
// GPU: racecheck finds

__global__ void number(int* first, int* all) {
  __shared__ int last;
  if (threadIdx.x % 32 == 0)
    last = threadIdx.x == 96 ? 1 : 0; // @block
  __syncthreads();
  if (threadIdx.x == 0) {
    *first = blockIdx.x == 3; // @grid
    all[blockIdx.x] = last;
  }
}

int main() {
  int *first, *all;
  cudaMalloc(&first, sizeof(int));
  cudaMalloc(&all, 4 * sizeof(int));
  number<<<4, 128>>>(first, all);
  cudaDeviceSynchronize();
  cudaFree(first);
  cudaFree(all);
}
