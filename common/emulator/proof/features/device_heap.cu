// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: malloc, free, new and delete in kernels; malloc gives null when the heap is full
#include <cstdio>
#include <cstdlib>
#include <new>

struct node {
  int value;
  node* next;
};

__global__ void list(int* sums) {
  node* first = nullptr;
  for (int i = 0; i <= int(threadIdx.x); ++i)
    first = new node{i, first};
  int sum = 0;
  while (first != nullptr) {
    sum += first->value;
    node* const next = first->next;
    delete first;
    first = next;
  }
  sums[threadIdx.x] = sum;
}

__device__ int* kept;

__global__ void keep(int n) {
  kept = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; ++i)
    kept[i] = 3 * i;
}

__global__ void use_kept(int* out, int i) {
  *out = kept[i];
  free(kept);
  free(nullptr);
}

__global__ void exhaust(int* pieces, size_t bytes) {
  int n = 0;
  char* all[64];
  while (n < 64 && (all[n] = (char*)malloc(bytes)) != nullptr)
    ++n;
  *pieces = n;
  for (int i = 0; i < n; ++i)
    free(all[i]);
}

int main() {
  int *d = nullptr, h[32], one = 0;
  if (cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20) != cudaSuccess ||
      cudaMalloc(&d, sizeof h) != cudaSuccess)
    return 1;
  list<<<1, 32>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  bool right = true;
  for (int t = 0; t < 32; ++t)
    right = right && h[t] == t * (t + 1) / 2;
  keep<<<1, 1>>>(1000);
  use_kept<<<1, 1>>>(d, 999);
  right = right && cudaMemcpy(&one, d, sizeof one, cudaMemcpyDeviceToHost) == cudaSuccess &&
          one == 2997;
  exhaust<<<1, 1>>>(d, 1 << 20);
  right = right && cudaMemcpy(&one, d, sizeof one, cudaMemcpyDeviceToHost) == cudaSuccess &&
          one > 4 && one <= 16;
  int* on_host = new int[4];
  delete[] on_host;
  free(malloc(10));
  if (!right)
    printf("wrong: %d\n", one);
  return right && cudaFree(d) == cudaSuccess ? 0 : 1;
}
