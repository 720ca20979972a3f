// line 5: does not support cudaGraphAddEventRecordNode yet: record the event in the stream
#include <cuda_runtime.h>
int main() {
  cudaGraphNode_t node;
  cudaGraphAddEventRecordNode(&node, (cudaGraph_t) nullptr, nullptr, 0, (cudaEvent_t) nullptr);
}
