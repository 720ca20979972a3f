// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_launch
// Prints: 48 KB and 1: cudaErrorInvalidValue
// Prints: static and dynamic over 48 KB: cudaErrorInvalidValue
// Prints: opted in: cudaSuccess
// Prints: more than opted in: cudaErrorInvalidValue
// Says: the launch asks for 49,153 bytes of dynamic shared memory; without cudaFuncSetAttribute
// Says: a block needs 49,168 bytes of shared memory (48,144 dynamic, 1,024 in __shared__ variables)
// Says: cudaFuncSetAttribute allowed 65,536 dynamic
// GPU: memcheck finds
#include <cstdio>

__global__ void dynamic(int* out) {
  extern __shared__ int cells[];
  cells[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells[threadIdx.x];
}

__global__ void both(int* out) {
  extern __shared__ int cells[];
  __shared__ int more[256];
  cells[threadIdx.x] = more[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = cells[threadIdx.x] + more[threadIdx.x];
}

void report(const char* what) {
  printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

int main() {
  int* out = nullptr;
  if (cudaMalloc(&out, 128) != cudaSuccess)
    return 1;
  dynamic<<<1, 32, 48 * 1024 + 1>>>(out);
  report("48 KB and 1");
  both<<<1, 32, 48 * 1024 - 1008>>>(out);
  report("static and dynamic over 48 KB");
  if (cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024) !=
      cudaSuccess)
    return 1;
  dynamic<<<1, 32, 64 * 1024>>>(out);
  report("opted in");
  dynamic<<<1, 32, 64 * 1024 + 4>>>(out);
  report("more than opted in");
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(out) == cudaSuccess ? 0 : 1;
}
