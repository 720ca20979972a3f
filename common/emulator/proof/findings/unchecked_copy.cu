// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unchecked_error
// Prints: 0
// Says: error: error that is lost: cudaErrorInvalidValue
// Says: the host calls CUDA {here}
// Says: the call failed (invalid argument), its result was thrown away
// Says: The reason: 8 bytes are copied, and only 4 are there from the second pointer on
// GPU: memcheck finds
#include <cstdio>

int main() {
  int *device = nullptr, host = 0;
  if (cudaMalloc(&device, sizeof host) != cudaSuccess ||
      cudaMemset(device, 1, sizeof host) != cudaSuccess)
    return 1;
  cudaMemcpy(&host, device, 2 * sizeof host, cudaMemcpyDeviceToHost); // @here
  printf("%d\n", host);
  return cudaFree(device) == cudaSuccess ? 0 : 1;
}
