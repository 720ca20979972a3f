// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a graph is captured from two streams, and launched several times.
#include "check.h"

constexpr int n = 256;

__global__ void add(int* a, int value) {
  a[threadIdx.x] += value;
}

__global__ void sum(int* to, const int* a, const int* b) {
  to[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  int *a = nullptr, *b = nullptr, *c = nullptr;
  int result[n];
  OK(cudaMalloc(&a, sizeof result));
  OK(cudaMalloc(&b, sizeof result));
  OK(cudaMalloc(&c, sizeof result));
  OK(cudaMemset(a, 0, sizeof result));
  OK(cudaMemset(b, 0, sizeof result));
  cudaStream_t one = nullptr, other = nullptr;
  cudaEvent_t fork = nullptr, join = nullptr;
  OK(cudaStreamCreate(&one));
  OK(cudaStreamCreate(&other));
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  OK(cudaDeviceSynchronize());

  int step = 3;
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(fork, one));
  OK(cudaStreamWaitEvent(other, fork, 0));
  add<<<1, n, 0, one>>>(a, step);
  add<<<1, n, 0, other>>>(b, 10 * step);
  OK(cudaEventRecord(join, other));
  OK(cudaStreamWaitEvent(one, join, 0));
  sum<<<1, n, 0, one>>>(c, a, b);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  OK(cudaStreamIsCapturing(other, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph = nullptr;
  OK(cudaStreamEndCapture(one, &graph));
  step = 0; // the graph has the old value
  size_t nodes = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 3);

  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int i = 1; i <= 4; ++i) {
    OK(cudaGraphLaunch(exec, one));
    OK(cudaStreamSynchronize(one));
    OK(cudaMemcpy(result, c, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(result[0] == 33 * i && result[n - 1] == 33 * i);
  }
  OK(cudaGraphExecDestroy(exec));

  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamSynchronize(one) == cudaErrorStreamCaptureUnsupported);
  CHECK(cudaStreamEndCapture(one, &graph) == cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();
  OK(cudaEventDestroy(fork));
  OK(cudaEventDestroy(join));
  OK(cudaStreamDestroy(one));
  OK(cudaStreamDestroy(other));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFree(c));
  return 0;
}
