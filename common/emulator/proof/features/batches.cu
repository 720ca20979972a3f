// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: copies, prefetches and discards in batches; what is said of managed memory is told; boxes from array to array.
#include "check.h"

constexpr int n = 64;

__global__ void fill(int* to, int value) {
  to[threadIdx.x] = value;
}

int main() {
  int *a = nullptr, *b = nullptr, *both = nullptr;
  static int input[n], output[2][n];
  for (int i = 0; i < n; ++i)
    input[i] = i;
  OK(cudaMalloc(&a, sizeof input));
  OK(cudaMalloc(&b, sizeof input));
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));
  int device = -1;
  OK(cudaStreamGetDevice(stream, &device));
  CHECK(device == 0);

  cudaMemcpyAttributes how = {};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  size_t firsts[1] = {0}, sizes[2] = {sizeof input, sizeof input};
  void* in_to[2] = {a, b};
  const void* in_from[2] = {input, input};
  OK(cudaMemcpyBatchAsync(in_to, in_from, sizes, 2, &how, firsts, 1, stream));
  fill<<<1, n, 0, stream>>>(b, 5);
  void* out_to[2] = {output[0], output[1]};
  const void* out_from[2] = {a, b};
  OK(cudaMemcpyBatchAsync(out_to, out_from, sizes, 2, &how, firsts, 1, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    CHECK(output[0][i] == i && output[1][i] == 5);
  CHECK(cudaMemcpyBatchAsync(out_to, out_from, sizes, 2, &how, firsts, 3, stream) ==
        cudaErrorInvalidValue);

  OK(cudaMallocManaged(&both, sizeof input));
  cudaMemLocation here = {};
  here.type = cudaMemLocationTypeDevice;
  OK(cudaMemAdvise(both, sizeof input, cudaMemAdviseSetReadMostly, here));
  int mostly = 0, last = -7;
  OK(cudaMemRangeGetAttribute(&mostly, sizeof mostly, cudaMemRangeAttributeReadMostly, both,
                              sizeof input));
  CHECK(mostly == 1);
  OK(cudaMemAdvise(both, sizeof input, cudaMemAdviseUnsetReadMostly, here));
  void* managed[1] = {both};
  OK(cudaMemPrefetchBatchAsync(managed, sizes, 1, &here, firsts, 1, 0, stream));
  OK(cudaMemRangeGetAttribute(&last, sizeof last, cudaMemRangeAttributeLastPrefetchLocation, both,
                              sizeof input));
  CHECK(last == 0);
  OK(cudaMemDiscardBatchAsync(managed, sizes, 1, 0, stream));
  fill<<<1, n, 0, stream>>>(both, 6);
  OK(cudaStreamSynchronize(stream));
  CHECK(both[0] == 6 && both[n - 1] == 6);
  CHECK(cudaMemRangeGetAttribute(&last, 3, cudaMemRangeAttributeReadMostly, both, sizeof input) ==
        cudaErrorInvalidValue);

  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t one = nullptr, other = nullptr;
  OK(cudaMallocArray(&one, &format, n / 2, 2));
  OK(cudaMallocArray(&other, &format, n / 2, 2));
  OK(cudaMemcpy2DToArray(one, 0, 0, input, sizeof input / 2, sizeof input / 2, 2,
                         cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DArrayToArray(other, 0, 0, one, 0, 0, sizeof input / 2, 2));
  OK(cudaMemcpy2DFromArray(output, sizeof input / 2, other, 0, 0, sizeof input / 2, 2,
                           cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(output[0][i] == i);
  size_t most = 0;
  OK(cudaDeviceGetTexture1DLinearMaxWidth(&most, &format, 0));
  CHECK(most >= 1 << 27);
  cudaMemPool_t pool = nullptr, same = nullptr;
  OK(cudaMemGetDefaultMemPool(&pool, &here, cudaMemAllocationTypePinned));
  OK(cudaDeviceGetDefaultMemPool(&same, 0));
  CHECK(pool == same);
  cudaGetLastError();
  OK(cudaFreeArray(one));
  OK(cudaFreeArray(other));
  OK(cudaStreamDestroy(stream));
  for (int* const each : {a, b, both})
    OK(cudaFree(each));
  return 0;
}
