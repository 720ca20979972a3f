// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: updates it
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

__global__ void claim(int* next, int* slots, int n) {
  if (threadIdx.x == 0 && *next < n) // @here
    slots[atomicAdd(next, 1)] = blockIdx.x;
}

int main() {
  int *next, *slots;
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&slots, 64 * sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  claim<<<8, 32>>>(next, slots, 64);
  cudaDeviceSynchronize();
  cudaFree(next);
  cudaFree(slots);
}
