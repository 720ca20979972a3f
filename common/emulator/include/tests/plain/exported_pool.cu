// line 4: does not support cudaMemPoolExportPointer yet: device memory belongs to one process
#include <cuda_runtime.h>
int main() {
  cudaMemPoolExportPointer(nullptr, nullptr);
}
