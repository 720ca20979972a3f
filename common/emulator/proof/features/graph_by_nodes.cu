// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a graph is built node by node, cloned, changed, and launched several times.
#include "check.h"

constexpr int n = 64;

__global__ void add(int* to, const int* from, int value) {
  to[threadIdx.x] += from[threadIdx.x] + value;
}

template <class T>
__global__ void twice(T* a) {
  a[threadIdx.x] *= 2;
}

void count_call(void* data) {
  ++*static_cast<int*>(data);
}

int main() {
  int *a = nullptr, *b = nullptr;
  static int input[n], output[n];
  for (int i = 0; i < n; ++i)
    input[i] = i;
  OK(cudaMalloc(&a, sizeof input));
  OK(cudaMalloc(&b, sizeof input));
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));

  cudaGraph_t graph = nullptr;
  OK(cudaGraphCreate(&graph, 0));
  // a gets the input, beside it all of b becomes 0x00010002; then b += a + value, twice b, back
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(input, sizeof input, n, 1);
  in.dstPtr = make_cudaPitchedPtr(a, sizeof input, n, 1);
  in.extent = make_cudaExtent(sizeof input, 1, 1);
  in.kind = cudaMemcpyHostToDevice;
  cudaMemsetParams fill = {};
  fill.dst = b;
  fill.value = 0x00010002;
  fill.elementSize = 4;
  fill.width = n;
  fill.height = 1;
  cudaGraphNode_t first[2] = {};
  OK(cudaGraphAddMemcpyNode(&first[0], graph, nullptr, 0, &in));
  OK(cudaGraphAddMemsetNode(&first[1], graph, nullptr, 0, &fill));

  int value = 5;
  void* arguments[] = {&b, &a, &value};
  cudaKernelNodeParams run = {};
  run.func = (void*)add;
  run.gridDim = dim3(1);
  run.blockDim = dim3(n);
  run.kernelParams = arguments;
  cudaGraphNode_t adds = nullptr;
  OK(cudaGraphAddKernelNode(&adds, graph, first, 2, &run));
  value = 100; // the graph has the old value

  void* only_b[] = {&b};
  cudaKernelNodeParams again = {};
  again.func = (void*)twice<int>;
  again.gridDim = again.blockDim = dim3(1);
  again.blockDim.x = n;
  again.kernelParams = only_b;
  cudaGraphNode_t doubles = nullptr;
  OK(cudaGraphAddKernelNode(&doubles, graph, nullptr, 0, &again));
  OK(cudaGraphAddDependencies(graph, &adds, &doubles, nullptr, 1));

  cudaGraphNode_t back = nullptr, join = nullptr, host = nullptr;
  OK(cudaGraphAddMemcpyNode1D(&back, graph, &doubles, 1, output, b, sizeof output,
                              cudaMemcpyDeviceToHost));
  OK(cudaGraphAddEmptyNode(&join, graph, &back, 1));
  int calls = 0;
  cudaHostNodeParams call = {};
  call.fn = count_call;
  call.userData = &calls;
  OK(cudaGraphAddHostNode(&host, graph, &join, 1, &call));

  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 7);
  cudaGraphNode_t roots[4] = {};
  count = 4;
  OK(cudaGraphGetRootNodes(graph, roots, &count));
  CHECK(count == 2 && roots[0] == first[0] && roots[1] == first[1] && roots[2] == nullptr);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  OK(cudaGraphNodeGetType(adds, &type));
  CHECK(type == cudaGraphNodeTypeKernel);

  cudaGraph_t clone = nullptr;
  OK(cudaGraphClone(&clone, graph));
  cudaGraphNode_t cloned = nullptr;
  OK(cudaGraphNodeFindInClone(&cloned, adds, clone));
  CHECK(cloned != nullptr && cloned != adds);
  OK(cudaGraphKernelNodeSetParams(cloned, &run)); // with 100

  cudaGraphExec_t exec = nullptr, other = nullptr;
  OK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(cudaGraphInstantiate(&other, clone, 0));
  for (int round = 1; round <= 3; ++round) {
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(calls == round);
    for (int i = 0; i < n; ++i)
      CHECK(output[i] == 2 * (0x00010002 + i + 5));
  }
  OK(cudaGraphLaunch(other, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(output[3] == 2 * (0x00010002 + 3 + 100));

  value = 7;
  OK(cudaGraphExecKernelNodeSetParams(exec, adds, &run));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(output[3] == 2 * (0x00010002 + 3 + 7));
  cudaGraphExecUpdateResultInfo result = {};
  OK(cudaGraphExecUpdate(exec, clone, &result));
  CHECK(result.result == cudaGraphExecUpdateSuccess);
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(output[3] == 2 * (0x00010002 + 3 + 100));

  // All of it as one node, and b once more doubled after it.
  cudaGraph_t outer = nullptr;
  OK(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t whole = nullptr, last = nullptr;
  OK(cudaGraphAddChildGraphNode(&whole, outer, nullptr, 0, graph));
  OK(cudaGraphAddKernelNode(&last, outer, &whole, 1, &again));
  OK(cudaGraphAddMemcpyNode1D(&back, outer, &last, 1, output, b, sizeof output,
                              cudaMemcpyDeviceToHost));
  OK(cudaGraphExecDestroy(other));
  OK(cudaGraphInstantiate(&other, outer, 0));
  OK(cudaGraphLaunch(other, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(output[3] == 4 * (0x00010002 + 3 + 5));

  // Two nodes that wait for each other.
  OK(cudaGraphAddDependencies(outer, &back, &whole, nullptr, 1));
  cudaGraphExec_t none = nullptr;
  CHECK(cudaGraphInstantiate(&none, outer, 0) != cudaSuccess);
  cudaGetLastError();

  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphExecDestroy(other));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(clone));
  OK(cudaGraphDestroy(outer));
  OK(cudaStreamDestroy(stream));
  OK(cudaFree(a));
  OK(cudaFree(b));
  return 0;
}
