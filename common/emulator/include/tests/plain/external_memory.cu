// line 3: does not support cudaExternalMemory_t yet: use cudaMalloc
#include <cuda_runtime.h>
cudaExternalMemory_t memory;
