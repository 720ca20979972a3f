// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: copies in every direction, by cudaMemcpyDefault too; wrong directions and lengths are
// refused
#include <cstdio>

int failures = 0;
void expect(cudaError_t got, cudaError_t wanted, const char* what) {
  cudaGetLastError();
  if (got != wanted) {
    printf("wrong: %s gives %s\n", what, cudaGetErrorName(got));
    ++failures;
  }
}

int main() {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {};
  int *d = nullptr, *e = nullptr, *empty = (int*)a;
  expect(cudaMalloc(&d, sizeof a), cudaSuccess, "cudaMalloc");
  expect(cudaMalloc(&e, sizeof a), cudaSuccess, "cudaMalloc");
  expect(cudaMalloc(&empty, 0), cudaSuccess, "cudaMalloc of nothing");
  expect(cudaFree(empty), cudaSuccess, "cudaFree of nothing");
  expect(cudaMemcpy(d, a, sizeof a, cudaMemcpyHostToDevice), cudaSuccess, "to the device");
  expect(cudaMemcpy(e, d, sizeof a, cudaMemcpyDeviceToDevice), cudaSuccess, "on the device");
  expect(cudaMemcpy(b, e, sizeof a, cudaMemcpyDefault), cudaSuccess, "default");
  if (b[7] != 8)
    expect(cudaErrorUnknown, cudaSuccess, "values");
  expect(cudaMemcpy(b, a, sizeof a, cudaMemcpyHostToHost), cudaSuccess, "on the host");
  expect(cudaMemcpyPeer(d, 0, e, 0, sizeof a), cudaSuccess, "peer");
  expect(cudaMemcpyAsync(d, b, sizeof a, cudaMemcpyDefault, 0), cudaSuccess, "asynchronous");
  expect(cudaMemcpy(d, a, 0, cudaMemcpyHostToDevice), cudaSuccess, "nothing");
  expect(cudaMemcpy(a, d, sizeof a, cudaMemcpyHostToDevice), cudaErrorInvalidValue, "wrong way");
  expect(cudaMemcpy(d, a, sizeof a, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "wrong way 2");
  expect(cudaMemcpy(b, d, sizeof a + 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "too long");
  expect(cudaMemcpy(b, d + 4, sizeof a, cudaMemcpyDeviceToHost), cudaErrorInvalidValue, "beyond");
  expect(cudaMemcpy(b, d, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection, "no direction");
  expect(cudaMemset(d, 0, sizeof a + 1), cudaErrorInvalidValue, "long memset");
  expect(cudaFree(d), cudaSuccess, "cudaFree");
  expect(cudaFree(e), cudaSuccess, "cudaFree");
  size_t free = 0, total = 0;
  expect(cudaMemGetInfo(&free, &total), cudaSuccess, "cudaMemGetInfo");
  if (free > total || free == 0)
    expect(cudaErrorUnknown, cudaSuccess, "free memory");
  return failures != 0;
}
