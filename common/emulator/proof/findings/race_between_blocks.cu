// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: the two are in different blocks
// Says: {here}
// Says: let the second step be a launch of its own
// GPU: racecheck misses: it watches shared memory only

__global__ void smooth_twice(const float* in, float* next, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = in[i] / 2;
  __syncthreads();
  if (i + 1 < n)
    out[i] = next[i] + next[i + 1]; // @here
}

int main() {
  const int n = 256;
  float *in, *next, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&next, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  smooth_twice<<<4, 64>>>(in, next, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(next);
  cudaFree(out);
}
