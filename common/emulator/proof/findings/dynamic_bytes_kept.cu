// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: error: access outside of its bounds, shared memory: room[64]
// Says: thread (64,0) of block (0,0) writes it {here}
// Says: as many as an earlier one for blocks of 64 threads, and now the blocks have 128;
// Says: A constant is the same in each call, and a static variable keeps what it got in the first one
// GPU: memcheck finds

__global__ void turned(int* all) {
  extern __shared__ int room[];
  room[threadIdx.x] = all[threadIdx.x]; // @here
  __syncthreads();
  all[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

void turn(int* all, int n) {
  static const size_t bytes = n * sizeof(int); // of the first call
  turned<<<1, n, bytes>>>(all);
}

int main() {
  int* all = nullptr;
  if (cudaMalloc(&all, 128 * sizeof(int)) != cudaSuccess ||
      cudaMemset(all, 0, 128 * sizeof(int)) != cudaSuccess)
    return 1;
  turn(all, 64);
  turn(all, 128);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(all) == cudaSuccess ? 0 : 1;
}
