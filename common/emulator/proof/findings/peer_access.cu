// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: peer_access
// Devices: 2
// Prints: cudaErrorIllegalAddress
// Says: error: memory of another device used without peer access
// Says: {here}
// Says: the kernel, launched in line 28, runs on device 0, and
// Says: the memory from cudaMalloc in line 24 is memory
// Says: of device 1, which it may not use yet
// Says: pass memory of the device that runs the kernel
// Says: cudaDeviceEnablePeerAccess(1, 0) with device 0 as the current one
// GPU: memcheck finds
#include <cstdio>

__global__ void add_one(int* numbers) {
  numbers[threadIdx.x] += 1; // @here
}

int main() {
  int* numbers = nullptr;
  cudaSetDevice(1);
  cudaMalloc(&numbers, 32 * sizeof(int));
  cudaMemset(numbers, 0, 32 * sizeof(int));
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  add_one<<<1, 32>>>(numbers);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
