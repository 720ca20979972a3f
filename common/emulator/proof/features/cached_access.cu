// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: loads and stores with cache hints, address spaces and their conversions, hints.
#include <cstdio>

__constant__ int settled = 5;
__device__ int changing = 6;

__global__ void check(int* failures, float4* vectors, const double* number, int* out) {
  __shared__ int in_block[4];
  int local = 3;
  int* of_thread = &local;
  in_block[threadIdx.x] = threadIdx.x;
  __builtin_assume(threadIdx.x < 4);
  const float4 v = __ldg(vectors), w = __ldcs(vectors);
  int n = v.w != 4 || w.x != 1;
  n += __ldg(number) + __ldca(number) != 5;
  __stcg(out + threadIdx.x, 7), __stwt(out + 4 + threadIdx.x, 8);
  n += __ldcg(out + threadIdx.x) != 7 || __ldcv(out + 4 + threadIdx.x) != 8;
  n += !__isGlobal(vectors) || __isGlobal(in_block) || __isGlobal(of_thread);
  n += !__isShared(in_block) || __isShared(vectors) || !__isLocal(of_thread);
  n += !__isConstant(&settled) || __isConstant(out) || !__isGlobal(&changing);
  n += settled + changing != 11;
  const size_t offset = __cvta_generic_to_shared(in_block + threadIdx.x);
  n += *(int*)__cvta_shared_to_generic(offset) != threadIdx.x;
  n += __cvta_global_to_generic(__cvta_generic_to_global(out)) != out;
  failures[threadIdx.x] = n;
}

int main() {
  const float4 vector = make_float4(1, 2, 3, 4);
  const double number = 2.5;
  float4* d_vectors;
  double* d_number;
  int *d_failures, *d_out, failures[4];
  cudaMalloc(&d_vectors, sizeof vector);
  cudaMalloc(&d_number, sizeof number);
  cudaMalloc(&d_failures, sizeof failures);
  cudaMalloc(&d_out, 8 * sizeof(int));
  cudaMemcpy(d_vectors, &vector, sizeof vector, cudaMemcpyHostToDevice);
  cudaMemcpy(d_number, &number, sizeof number, cudaMemcpyHostToDevice);
  check<<<1, 4>>>(d_failures, d_vectors, d_number, d_out);
  cudaMemcpy(failures, d_failures, sizeof failures, cudaMemcpyDeviceToHost);
  cudaFree(d_vectors);
  cudaFree(d_number);
  cudaFree(d_failures);
  cudaFree(d_out);
  for (int i = 0; i < 4; ++i)
    if (failures[i] != 0)
      return printf("thread %d: %d results are wrong\n", i, failures[i]), 1;
  return 0;
}
