// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: streams keep the order of their work, events order streams, the default stream waits for both.
#include "check.h"

constexpr int n = 1000;

__global__ void set(int* a, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = value + i;
}

__global__ void add(int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += b[i];
}

int main() {
  int *a = nullptr, *b = nullptr, *result = nullptr;
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t ready = nullptr;
  OK(cudaMalloc(&a, n * sizeof(int)));
  OK(cudaMalloc(&b, n * sizeof(int)));
  OK(cudaMallocHost(&result, n * sizeof(int)));
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  int least = 0, greatest = 0;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(greatest < least);
  OK(cudaStreamCreateWithPriority(&other, cudaStreamDefault, greatest));
  OK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

  for (int round = 1; round <= 5; ++round) {
    set<<<8, 128, 0, one>>>(a, round);
    set<<<8, 128, 0, other>>>(b, 10 * round);
    OK(cudaEventRecord(ready, other));
    OK(cudaStreamWaitEvent(one, ready, 0));
    add<<<8, 128, 0, one>>>(a, b);
    OK(cudaMemcpyAsync(result, a, n * sizeof(int), cudaMemcpyDeviceToHost, one));
    OK(cudaStreamSynchronize(one));
    for (int i = 0; i < n; ++i)
      CHECK(result[i] == 11 * round + 2 * i);
  }
  set<<<8, 128, 0, other>>>(b, 7); // the default stream waits for this one
  OK(cudaMemcpy(result, b, n * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(result[0] == 7 && result[n - 1] == 7 + n - 1);
  OK(cudaStreamQuery(one));
  OK(cudaEventQuery(ready));
  unsigned flags = 0;
  int priority = 0;
  cudaStreamAttrValue hint = {};
  hint.accessPolicyWindow.num_bytes = 4096;
  hint.accessPolicyWindow.hitRatio = 1;
  hint.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  hint.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  OK(cudaStreamSetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &hint));
  OK(cudaStreamCopyAttributes(one, other));
  OK(cudaStreamGetAttribute(one, cudaStreamAttributeAccessPolicyWindow, &hint));
  CHECK(hint.accessPolicyWindow.hitRatio == 1);
  OK(cudaCtxResetPersistingL2Cache());
  OK(cudaStreamGetFlags(one, &flags));
  OK(cudaStreamGetPriority(other, &priority));
  CHECK(flags == cudaStreamNonBlocking && priority == greatest);

  OK(cudaEventDestroy(ready));
  OK(cudaStreamDestroy(one));
  OK(cudaStreamDestroy(other));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFreeHost(result));
  return 0;
}
