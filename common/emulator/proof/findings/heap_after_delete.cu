// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Says: reads it {here}
// Says: has been freed
// GPU: memcheck finds
#include <cstdio>

__global__ void use(int* out) {
  int* value = new int(5);
  delete value;
  *out = *value; // @here
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  use<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaGetLastError();
  return 0;
}
