// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: use_after_free leak
// Options: -lcuda
// Says: error: use of freed memory
// Says: the host frees it {unmap}
// Says: waits for nobody, and line 41 may still run, or only begin
// Says: warning: memory never freed the host allocates it {left}
// Says: call cuMemUnmap for each
// GPU: the kernel fails: cuMemUnmap waits for nobody (illegal address, seen on an H200)
//
// Memory that cuMemUnmap takes away while a kernel of a stream may still use it, and memory that
// stays mapped to the end.
#include <cuda.h>

__global__ void count(int* values) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

int main() {
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate(&context, nullptr, 0, 0) != CUDA_SUCCESS ||
      cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS)
    return 1;
  CUmemAllocationProp kind = {};
  kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemAccessDesc all = {kind.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  const size_t unit = 2 << 20;
  CUdeviceptr array = 0;
  CUmemGenericAllocationHandle first = 0, second = 0;
  if (cuMemAddressReserve(&array, 2 * unit, 0, 0, 0) != CUDA_SUCCESS ||
      cuMemCreate(&first, unit, &kind, 0) != CUDA_SUCCESS ||
      cuMemCreate(&second, unit, &kind, 0) != CUDA_SUCCESS ||
      cuMemMap(array, unit, 0, first, 0) != CUDA_SUCCESS ||
      cuMemMap(array + unit, unit, 0, second, 0) != CUDA_SUCCESS || // @left
      cuMemSetAccess(array, 2 * unit, &all, 1) != CUDA_SUCCESS)
    return 1;
  count<<<4, 256, 0, stream>>>((int*)array);
  if (cuMemUnmap(array, unit) != CUDA_SUCCESS) // @unmap
    return 1;
  return cuCtxSynchronize() == CUDA_SUCCESS && cuStreamDestroy(stream) == CUDA_SUCCESS ? 0 : 1;
}
