// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free
// Says: global memory: element 0 of the memory from a graph's node in line 24
// Says: thread (0,0) of block (0,0) writes it {here}
// Says: is not there yet: the node that allocates it has not run
// Says: let what uses the memory come after the node that allocates it
// GPU: memcheck finds: or the driver does, as nothing is at the address
#include <cuda_runtime.h>

__global__ void fill(int* values) {
  values[threadIdx.x] = 1; // @here
}

int main() {
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t allocates = nullptr;
  cudaMemAllocNodeParams asked = {};
  asked.poolProps.allocType = cudaMemAllocationTypePinned;
  asked.poolProps.location.type = cudaMemLocationTypeDevice;
  asked.bytesize = 32 * sizeof(int);
  if (cudaGraphCreate(&graph, 0) != cudaSuccess ||
      cudaGraphAddMemAllocNode(&allocates, graph, nullptr, 0, &asked) != cudaSuccess)
    return 1;
  fill<<<1, 32>>>((int*)asked.dptr); // wrong: the graph was not launched
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
