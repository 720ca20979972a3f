// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: leak
// Says: warning: memory never freed
// Says: the host allocates it {node}
// Says: 1 allocation of 128 bytes
// Says: call cudaFreeAsync for each
// GPU: memcheck misses: unless it is run with --leak-check full
#include <cuda_runtime.h>

int main() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t allocates = nullptr;
  cudaMemAllocNodeParams asked = {};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.bytesize = 128;
  if (cudaGraphCreate(&graph, 0) != cudaSuccess)
    return 1;
  if (cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &asked) != cudaSuccess) // @node
    return 1;
  // It frees what the launch before has left, and nobody frees what the last one has.
  if (cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) !=
      cudaSuccess)
    return 1;
  for (int launch = 0; launch < 2; ++launch)
    if (cudaGraphLaunch(exec, nullptr) != cudaSuccess)
      return 1;
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return 0;
}
