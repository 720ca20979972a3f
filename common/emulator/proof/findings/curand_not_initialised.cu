// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: {here}
// GPU: initcheck finds

#include <curand_kernel.h>

__global__ void draw(curandState* states, float* to) {
  to[threadIdx.x] = curand_uniform(&states[threadIdx.x]); // @here
}

int main() {
  curandState* states;
  float* to;
  cudaMalloc(&states, 64 * sizeof *states);
  cudaMalloc(&to, 64 * sizeof(float));
  draw<<<1, 64>>>(states, to);
  cudaDeviceSynchronize();
  cudaFree(states);
  cudaFree(to);
}
