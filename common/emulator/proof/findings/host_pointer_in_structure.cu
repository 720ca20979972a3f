// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: host_pointer
// Says: reads it {here}
// Says: the host's heap
// Says: The pointer to it is in argument 2, a structure of 16 bytes, 8 bytes behind its begin
// Says: and put the device's pointer into the structure
// GPU: memcheck finds
#include <cstdlib>

struct matrix {
  int rows, columns;
  float* values;
};

__global__ void scale(float* to, matrix m, float factor) {
  const int i = threadIdx.x;
  if (i < m.rows * m.columns)
    to[i] = m.values[i] * factor; // @here
}

int main() {
  matrix m = {4, 8, (float*)malloc(32 * sizeof(float))};
  for (int i = 0; i < 32; ++i)
    m.values[i] = i;
  float* to = nullptr;
  cudaMalloc(&to, 32 * sizeof(float));
  scale<<<1, 32>>>(to, m, 2);
  cudaDeviceSynchronize();
  cudaFree(to);
  free(m.values);
  cudaGetLastError();
  return 0;
}
