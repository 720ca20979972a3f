// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: race unchecked_error leak
// Options: -lcuda
// Says: error: race on global memory: element 0 of the memory from cuMemAlloc in line
// Says: error: error that is lost: CUDA_ERROR_INVALID_VALUE the host calls CUDA {copy}
// Says: 4000 bytes are copied, and only 400 are there from the first pointer on
// Says: warning: memory never freed the host allocates it {alloc}
// Says: call cuMemFree for each before the program ends
// Says: warning: never freed: stream the host creates it {stream}
// Says: call cuStreamDestroy for each before the program ends
// GPU: memcheck finds the leak; the copy fails, and nobody looks
//
// The driver API: findings name the program's own calls.
#include <cuda.h>

__global__ void add(int* sum) {
  *sum += threadIdx.x;
}

CUdeviceptr some_memory(size_t bytes) {
  CUdeviceptr memory = 0;
  return cuMemAlloc(&memory, bytes) == CUDA_SUCCESS ? memory : 0; // @alloc
}

int main() {
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  int numbers[1000] = {};
  if (cuInit(0) != CUDA_SUCCESS || cuCtxCreate(&context, nullptr, 0, 0) != CUDA_SUCCESS ||
      cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS) // @stream
    return 1;
  const CUdeviceptr memory = some_memory(400);
  cuMemcpyHtoD(memory, numbers, sizeof numbers); // @copy
  if (cuMemsetD32Async(memory, 0, 100, stream) != CUDA_SUCCESS)
    return 1;
  add<<<1, 64, 0, stream>>>((int*)memory);
  return cuStreamSynchronize(stream) == CUDA_SUCCESS ? 0 : 1;
}
