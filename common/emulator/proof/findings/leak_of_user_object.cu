// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: leak
// Says: warning: never freed: user object
// Says: the host creates it {object}
// Says: call cudaUserObjectRelease for each
// GPU: memcheck misses: it counts memory only
#include <cuda_runtime.h>

void end_of_number(void*) {}

int main() {
  static int number = 0;
  cudaUserObject_t object = nullptr;
  if (cudaUserObjectCreate(&object, &number, end_of_number, 1, // @object
                           cudaUserObjectNoDestructorSync) != cudaSuccess)
    return 1;
  cudaGraph_t graph = nullptr;
  if (cudaGraphCreate(&graph, 0) != cudaSuccess)
    return 1;
  if (cudaGraphRetainUserObject(graph, object) != cudaSuccess) // without cudaGraphUserObjectMove
    return 1;
  return cudaGraphDestroy(graph) == cudaSuccess ? 0 : 1;
}
