// line 5: does not support cudaGetDriverEntryPointByVersion yet: there is no driver below it
#include <cuda_runtime.h>
int main() {
  void* function = nullptr;
  cudaGetDriverEntryPointByVersion("cuInit", &function, 12000, 0);
}
