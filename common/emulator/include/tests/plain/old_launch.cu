// line 4: does not support cuParamSetSize yet: it is not in CUDA 13; use cuLaunchKernel
#include <cuda.h>
void set(CUfunction function) {
  cuParamSetSize(function, 4);
}
