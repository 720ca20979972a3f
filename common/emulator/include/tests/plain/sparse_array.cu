// line 4: does not support cudaArrayGetPlane yet: arrays have all of their memory, and one plane
#include <cuda_runtime.h>
int main() {
  cudaArrayGetPlane((cudaArray_t*)nullptr, (cudaArray_t) nullptr, 0);
}
