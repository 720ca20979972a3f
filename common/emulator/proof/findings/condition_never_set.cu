// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: uninitialised_read
// Says: the condition of a graph's node
// Says: the host adds the node that decides by it {node}
// Says: the handle has no default value
// Says: cudaGraphCondAssignDefault
// GPU: memcheck misses: the value is the driver's
#include <cuda_runtime.h>

int main() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t decides = nullptr;
  cudaGraphConditionalHandle handle;
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  if (cudaGraphCreate(&graph, 0) != cudaSuccess ||
      cudaGraphConditionalHandleCreate(&handle, graph, 1) != cudaSuccess) // wrong: without the flag
    return 1;
  params.conditional.handle = handle;
  params.conditional.type = cudaGraphCondTypeIf;
  params.conditional.size = 1;
  if (cudaGraphAddNode(&decides, graph, nullptr, nullptr, 0, &params) != cudaSuccess) // @node
    return 1;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess ||
      cudaGraphLaunch(exec, nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return 0;
}
