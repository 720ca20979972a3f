// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: out_of_bounds
// Says: {here}
// GPU: memcheck finds

__global__ void copy(const float* from, float* to) {
  to[threadIdx.x] = __ldg(from + threadIdx.x + 1); // @here
}

int main() {
  float *from, *to;
  cudaMalloc(&from, 32 * sizeof(float));
  cudaMalloc(&to, 32 * sizeof(float));
  cudaMemset(from, 0, 32 * sizeof(float));
  copy<<<1, 32>>>(from, to);
  cudaDeviceSynchronize();
  cudaGetLastError();
}
