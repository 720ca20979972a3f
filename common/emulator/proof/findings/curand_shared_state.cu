// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: {here}
// GPU: racecheck misses: it watches shared memory only

// Every thread needs a generator of its own.
#include <curand_kernel.h>

__global__ void start(curandState* state) {
  curand_init(1, 0, 0, state);
}

__global__ void draw(curandState* state, float* to) {
  to[threadIdx.x] = curand_uniform(state); // @here
}

int main() {
  curandState* state;
  float* to;
  cudaMalloc(&state, sizeof *state);
  cudaMalloc(&to, 64 * sizeof(float));
  start<<<1, 1>>>(state);
  draw<<<1, 64>>>(state, to);
  cudaDeviceSynchronize();
  cudaFree(state);
  cudaFree(to);
}
