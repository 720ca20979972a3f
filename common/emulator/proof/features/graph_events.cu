// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: nodes of graphs record events and wait for them, so that graphs in two streams are in order; graphs keep a thing of
// the program's alive.
#include <atomic>
#include <chrono>
#include <thread>

#include "check.h"

constexpr int n = 256;

__global__ void fill(int* to, int value) {
  to[threadIdx.x] = value;
}

__global__ void add(int* to, const int* from) {
  to[threadIdx.x] += from[threadIdx.x];
}

std::atomic<int> gone{0};

void end_of_thing(void* data) {
  gone += *static_cast<int*>(data);
}

int main() {
  int *a = nullptr, *b = nullptr;
  static int output[n];
  OK(cudaMalloc(&a, sizeof output));
  OK(cudaMalloc(&b, sizeof output));
  OK(cudaMemset(b, 0, sizeof output));
  cudaStream_t first = nullptr, second = nullptr;
  OK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t filled, added, begun;
  OK(cudaEventCreate(&filled));
  OK(cudaEventCreate(&added));
  OK(cudaEventCreate(&begun));
  OK(cudaDeviceSynchronize());

  // fills a when the second graph's last launch has read it
  cudaGraph_t fills = nullptr, adds = nullptr;
  OK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecordWithFlags(begun, first, cudaEventRecordExternal));
  OK(cudaStreamWaitEvent(first, added, cudaEventWaitExternal));
  fill<<<1, n, 0, first>>>(a, 3);
  OK(cudaEventRecordWithFlags(filled, first, cudaEventRecordExternal));
  OK(cudaStreamEndCapture(first, &fills));

  int weight = 7;
  cudaUserObject_t thing = nullptr;
  OK(cudaUserObjectCreate(&thing, &weight, end_of_thing, 1, cudaUserObjectNoDestructorSync));
  OK(cudaGraphRetainUserObject(fills, thing, 1, cudaGraphUserObjectMove));

  // adds a to b when the first graph has filled it
  OK(cudaGraphCreate(&adds, 0));
  cudaGraphNode_t wait = nullptr, kernel = nullptr, record = nullptr;
  void* arguments[] = {&b, &a};
  cudaKernelNodeParams run = {};
  run.func = (void*)add;
  run.gridDim = dim3(1);
  run.blockDim = dim3(n);
  run.kernelParams = arguments;
  OK(cudaGraphAddEventWaitNode(&wait, adds, nullptr, 0, filled));
  OK(cudaGraphAddKernelNode(&kernel, adds, &wait, 1, &run));
  OK(cudaGraphAddEventRecordNode(&record, adds, &kernel, 1, added));
  cudaEvent_t told = nullptr;
  OK(cudaGraphEventWaitNodeGetEvent(wait, &told));
  CHECK(told == filled);
  OK(cudaGraphEventRecordNodeGetEvent(record, &told));
  CHECK(told == added);

  cudaGraphExec_t fills_ready = nullptr, adds_ready = nullptr;
  OK(cudaGraphInstantiate(&fills_ready, fills, 0));
  OK(cudaGraphInstantiate(&adds_ready, adds, 0));
  OK(cudaGraphDestroy(fills));
  OK(cudaGraphDestroy(adds));
  for (int i = 0; i < 3; ++i) {
    OK(cudaGraphLaunch(fills_ready, first));
    OK(cudaGraphLaunch(adds_ready, second));
  }
  OK(cudaEventSynchronize(added));
  OK(cudaMemcpy(output, b, sizeof output, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(output[i] == 9);
  float time = -1;
  OK(cudaEventElapsedTime(&time, begun, filled));
  CHECK(time >= 0);
  CHECK(gone == 0);
  OK(cudaGraphExecDestroy(fills_ready));
  OK(cudaGraphExecDestroy(adds_ready));
  for (int i = 0; i < 2000 && gone == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(gone == 7);
  CHECK(cudaEventRecordWithFlags(begun, first, 2) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  OK(cudaEventDestroy(filled));
  OK(cudaEventDestroy(added));
  OK(cudaEventDestroy(begun));
  OK(cudaStreamDestroy(first));
  OK(cudaStreamDestroy(second));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return 0;
}
