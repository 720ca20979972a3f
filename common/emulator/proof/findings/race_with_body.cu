// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory
// Says: is in a conditional node's body in a graph in the default stream
// Says: neither node comes after the other, and one is in the body of a conditional node
// Says: let that conditional node depend on the other one, or the other one on it
// Says: {here}
// GPU: racecheck misses: it watches shared memory only
#include <cuda_runtime.h>

constexpr int n = 32;

__global__ void add(int* sums) {
  sums[threadIdx.x] += 1; // @here
}
__global__ void set(cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, 1);
}

int main() {
  int* sums = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t sets, decides, inside, outside;
  cudaGraphConditionalHandle handle;
  if (cudaMalloc(&sums, n * sizeof(int)) != cudaSuccess ||
      cudaMemset(sums, 0, n * sizeof(int)) != cudaSuccess ||
      cudaGraphCreate(&graph, 0) != cudaSuccess ||
      cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault) !=
          cudaSuccess)
    return 1;
  void *of_set[] = {&handle}, *of_add[] = {&sums};
  cudaKernelNodeParams run = {};
  run.func = (void*)set;
  run.gridDim = run.blockDim = dim3(1);
  run.kernelParams = of_set;
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddKernelNode(&sets, graph, nullptr, 0, &run) != cudaSuccess ||
      cudaGraphAddNode(&decides, graph, &sets, nullptr, 1, &params) != cudaSuccess)
    return 1;
  run.func = (void*)add;
  run.blockDim = dim3(n);
  run.kernelParams = of_add;
  // Wrong: it comes after `sets` only, as the conditional node does.
  if (cudaGraphAddKernelNode(&inside, params.conditional.phGraph_out[0], nullptr, 0, &run) !=
          cudaSuccess ||
      cudaGraphAddKernelNode(&outside, graph, &sets, 1, &run) != cudaSuccess)
    return 1;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess ||
      cudaGraphLaunch(exec, nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return cudaFree(sums) == cudaSuccess ? 0 : 1;
}
