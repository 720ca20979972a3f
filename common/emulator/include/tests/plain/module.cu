// line 5: does not support cuModuleLoad yet: it runs no PTX
#include <cuda.h>
int main() {
  CUmodule module = nullptr;
  cuModuleLoad(&module, "kernel.ptx");
}
