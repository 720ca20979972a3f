// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: nodes of a graph allocate and free memory, and calls of a stream that are captured do.
#include "check.h"

#include <cuda_runtime.h>

constexpr int n = 256;

__global__ void squares(int* to) {
  to[threadIdx.x] = threadIdx.x * threadIdx.x;
}
__global__ void add_one(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x] + 1;
}

cudaMemAllocNodeParams on_device(size_t bytes) {
  cudaMemAllocNodeParams asked = {};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.poolProps.location.id = 0;
  asked.bytesize = bytes;
  return asked;
}

int main() {
  static int output[n];
  const size_t bytes = sizeof output;
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));

  // By nodes: one piece of memory is freed in the graph, the other is left.
  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t first = nullptr, second = nullptr, fills = nullptr, adds = nullptr, frees = nullptr;
  cudaMemAllocNodeParams asked = on_device(bytes);
  OK(cudaGraphAddMemAllocNode(&first, graph, nullptr, 0, &asked));
  int* const a = (int*)asked.dptr;
  asked = on_device(bytes);
  OK(cudaGraphAddMemAllocNode(&second, graph, &first, 1, &asked));
  int* b = (int*)asked.dptr;
  int* inner = a;
  void* arguments[] = {&b, &inner};
  cudaKernelNodeParams run = {};
  run.gridDim = dim3(1);
  run.blockDim = dim3(n);
  run.func = (void*)squares;
  run.kernelParams = arguments + 1;
  OK(cudaGraphAddKernelNode(&fills, graph, &second, 1, &run));
  run.func = (void*)add_one;
  run.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&adds, graph, &fills, 1, &run));
  OK(cudaGraphAddMemFreeNode(&frees, graph, &adds, 1, a));
  cudaGraphExec_t exec = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaMemcpyAsync(output, b, bytes, cudaMemcpyDeviceToHost, stream));
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    CHECK(output[i] == i * i + 1);
  CHECK(cudaGraphLaunch(exec, stream) == cudaErrorInvalidValue); // b is still there
  cudaGetLastError();
  OK(cudaFreeAsync(b, stream));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaFree(b));
  OK(cudaGraphExecDestroy(exec));

  // The next launch frees what the one before it has left.
  OK(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int launch = 0; launch < 3; ++launch)
    OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaFree(b));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));

  // By capture.
  int *c = nullptr, *d = nullptr;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cudaMallocAsync(&c, bytes, stream));
  OK(cudaMallocAsync(&d, bytes, stream));
  squares<<<1, n, 0, stream>>>(c);
  add_one<<<1, n, 0, stream>>>(d, c);
  OK(cudaFreeAsync(c, stream));
  OK(cudaMemcpyAsync(output, d, bytes, cudaMemcpyDeviceToHost, stream));
  OK(cudaFreeAsync(d, stream));
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int launch = 0; launch < 2; ++launch) {
    output[5] = 0;
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(output[5] == 26);
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));

  unsigned long long reserved = 1;
  OK(cudaDeviceGraphMemTrim(0));
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &reserved));
  CHECK(reserved == 0);
  OK(cudaStreamDestroy(stream));
  return 0;
}
