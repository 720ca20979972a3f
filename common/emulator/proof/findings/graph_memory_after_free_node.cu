// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Says: the host copies or fills into it {fill}
// Says: the host frees it {free}
// Says: the memory from a graph's node in line 26 has been freed
// Says: let what frees the memory come after all that use it
// GPU: memcheck finds: or the driver does, as nothing is at the address
#include <cuda_runtime.h>

int main() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaGraphNode_t allocates = nullptr, frees = nullptr, fills = nullptr;
  cudaMemAllocNodeParams asked = {};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.bytesize = 32 * sizeof(int);
  cudaMemsetParams fill = {};
  fill.elementSize = 4;
  fill.width = 32;
  fill.height = 1;
  if (cudaGraphCreate(&graph, 0) != cudaSuccess)
    return 1;
  if (cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &asked) != cudaSuccess)
    return 1;
  fill.dst = asked.dptr;
  if (cudaGraphAddMemFreeNode(&frees, graph, &allocates, 1, asked.dptr) != cudaSuccess) // @free
    return 1;
  // Wrong: it must come before the node that frees.
  if (cudaGraphAddMemsetNode(&fills, graph, &frees, 1, &fill) != cudaSuccess) // @fill
    return 1;
  if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess ||
      cudaGraphLaunch(exec, nullptr) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return 0;
}
