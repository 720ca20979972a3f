// line 3: does not support cudaGraphConditionalHandle yet: launch a graph as long as the host says
#include <cuda_runtime.h>
cudaGraphConditionalHandle handle;
