// fails: clean.whole_blocks (a kernel stores into memory that was registered and freed) on cpu
// says: "access outside of its bounds: host memory"
// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include "lab03.h"

#include <vector>

__global__ void fill(float* to, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = 7.0f;
}

void matmul_naive(const float*, const float*, float*, int, int, int) {
  float* old = nullptr;
  {
    std::vector<float> own(256);
    old = own.data();
    cudaHostRegister(old, 256 * sizeof(float), cudaHostRegisterMapped);
  } // somebody else has this memory soon
  fill<<<1, 256>>>(old, 256);
  cudaDeviceSynchronize();
}
