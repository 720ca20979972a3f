// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: no fence and flag orders them
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

__global__ void count(int* lock, int* counter) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  *counter += 1; // @here
  atomicExch(lock, 0); // unlocks, but what was written may come later
}

int main() {
  int *lock, *counter;
  cudaMalloc(&lock, sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(lock, 0, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<8, 32>>>(lock, counter);
  cudaDeviceSynchronize();
  cudaFree(lock);
  cudaFree(counter);
}
