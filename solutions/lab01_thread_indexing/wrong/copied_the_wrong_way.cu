// FAILS correctness.vec_add (wrong direction of a copy) on both
// also: clean.vec_add
// says: "invalid argument|InvalidValue|InvalidMemcpyDirection"
// says: "cudaMemcpyDeviceToHost means: to an array of the host"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// b is copied as if it lay on the device.
#include "parts/exercise_2.h"
#include "parts/exercise_3.h"
#include "parts/exercise_4.h"

__global__ void vec_add_kernel(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

void vec_add(const float* a, const float* b, float* c, int n) {
  if (n == 0)
    return;
  const std::size_t bytes = n * sizeof(float);
  float* d_a = nullptr;
  float* d_b = nullptr;
  float* d_c = nullptr;
  CUDA_CHECK(cudaMalloc(&d_a, bytes));
  CUDA_CHECK(cudaMalloc(&d_b, bytes));
  CUDA_CHECK(cudaMalloc(&d_c, bytes));
  CUDA_CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyDeviceToHost));
  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  vec_add_kernel<<<blocks, threads>>>(d_a, d_b, d_c, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_a));
  CUDA_CHECK(cudaFree(d_b));
  CUDA_CHECK(cudaFree(d_c));
}
