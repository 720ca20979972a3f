// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: {here}
// GPU: racecheck finds

// The functions with results behind pointers are seen as the writes that they are.
__global__ void swap_neighbours(float* to) {
  __shared__ float sine[64], cosine[64];
  sincosf(threadIdx.x * 0.1f, &sine[threadIdx.x], &cosine[threadIdx.x]); // @here
  to[threadIdx.x] = sine[threadIdx.x ^ 32] + cosine[threadIdx.x];
}

int main() {
  float* to;
  cudaMalloc(&to, 64 * sizeof(float));
  swap_neighbours<<<1, 64>>>(to);
  cudaDeviceSynchronize();
  cudaFree(to);
}
