// line 3: does not support cudaIpcMemHandle_t yet: device memory belongs to one process
#include <cuda_runtime.h>
cudaIpcMemHandle_t handle;
