// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cstdio>
#include <cuda_runtime_api.h>

int main() {
  unsigned long long own = 0, zero = 0, legacy = 0;
  cudaStreamGetId(cudaStreamPerThread, &own);
  cudaStreamGetId(nullptr, &zero);
  cudaStreamGetId(cudaStreamLegacy, &legacy);
  std::printf("%d %d\n", own == zero, legacy == zero);
}
