// line 5: does not support cudaGraphAddExternalSemaphoresWaitNode yet: memory and semaphores are
#include <cuda_runtime.h>
int main() {
  cudaGraphNode_t node;
  cudaGraphAddExternalSemaphoresWaitNode(&node, (cudaGraph_t) nullptr, nullptr, 0, nullptr);
}
