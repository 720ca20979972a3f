// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: leak
// Says: warning: never freed: graph
// Says: the host creates it {graph}
// Says: call cudaGraphDestroy for each
// Says: warning: never freed: executable graph
// Says: the host creates it {ready}
// Says: call cudaGraphExecDestroy for each
// GPU: memcheck misses: it counts memory only
#include <cuda_runtime.h>

int main() {
  cudaGraph_t empty, freed;
  cudaGraphExec_t ready;
  if (cudaGraphCreate(&empty, 0) != cudaSuccess) // @graph
    return 1;
  if (cudaGraphInstantiate(&ready, empty, 0) != cudaSuccess) // @ready
    return 1;
  if (cudaGraphCreate(&freed, 0) != cudaSuccess)
    return 1;
  return cudaGraphDestroy(freed) == cudaSuccess ? 0 : 1;
}
