// line 4: does not support cudaLibraryLoadFromFile yet: kernels are part of the program
#include <cuda_runtime.h>
int main() {
  cudaLibraryLoadFromFile(nullptr, "kernels.cubin", nullptr, nullptr, 0, nullptr, nullptr, 0);
}
