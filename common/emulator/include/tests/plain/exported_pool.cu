// line 4: does not support cudaMemPoolExportPointer yet: memory of a pool belongs to one process
#include <cuda_runtime.h>
int main() {
  cudaMemPoolExportPointer(nullptr, nullptr);
}
