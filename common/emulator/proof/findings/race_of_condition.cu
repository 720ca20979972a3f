// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race
// Says: race on global memory: the condition of a graph's node
// Says: the host adds the node that decides by it {node}
// Says: thread (0,0) of block (0,0) updates it {set}
// Says: neither comes after the other
// GPU: racecheck misses: it watches shared memory only
#include <cuda_runtime.h>

__global__ void set(cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, 1); // @set
}

int main() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t sets = nullptr, decides = nullptr;
  cudaGraphConditionalHandle handle;
  if (cudaGraphCreate(&graph, 0) != cudaSuccess ||
      cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault) != cudaSuccess)
    return 1;
  void* arguments[] = {&handle};
  cudaKernelNodeParams run = {};
  run.func = (void*)set;
  run.gridDim = run.blockDim = dim3(1);
  run.kernelParams = arguments;
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddKernelNode(&sets, graph, nullptr, 0, &run) != cudaSuccess)
    return 1;
  // Wrong: 0 of the nodes at `&sets`; 1 is meant.
  if (cudaGraphAddNode(&decides, graph, &sets, nullptr, 0, &params) != cudaSuccess) // @node
    return 1;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess ||
      cudaGraphLaunch(exec, nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return 0;
}
