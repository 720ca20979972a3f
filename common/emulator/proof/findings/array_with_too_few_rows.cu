// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// That an index into rows is the number of a thread is chance, where all threads are in one row.
//
// Finding: out_of_bounds
// Says: the index is 64; parts has 64 rows, counted from 0: one row too far
// Says: check how the index is computed, and how large the array is
// GPU: memcheck misses: what lies behind the array is another variable of shared memory
__device__ float sum;

__global__ void load() {
  __shared__ float parts[64][4], factors[64];
  const int row = threadIdx.x / 4, column = threadIdx.x % 4;
  for (int step = 0; step < 2; ++step)
    parts[row + step * 48][column] = 1.0f;
  if (threadIdx.x < 64)
    factors[threadIdx.x] = 2.0f;
  __syncthreads();
  if (threadIdx.x == 0)
    sum = parts[63][3] * factors[63];
}

int main() {
  load<<<1, 256>>>();
  cudaDeviceSynchronize();
  cudaGetLastError();
}
