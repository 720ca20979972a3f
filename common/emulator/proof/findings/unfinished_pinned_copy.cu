// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_read
// Says: {here}
// Says: cudaMemcpyAsync in stream 1 (made in line 19) returns before the copy is done, and nothing has waited for it
// GPU: memcheck misses: no tool compares the host's accesses with the device's
#include <cstdio>

__global__ void fill(int* values) {
  values[threadIdx.x] = static_cast<int>(threadIdx.x);
}

int main() {
  constexpr size_t bytes = 64 * sizeof(int);
  int *on_device = nullptr, *result = nullptr;
  cudaStream_t stream = nullptr;
  if (cudaMalloc(&on_device, bytes) != cudaSuccess || cudaMallocHost(&result, bytes) != cudaSuccess ||
      cudaStreamCreate(&stream) != cudaSuccess)
    return 1;
  fill<<<1, 64, 0, stream>>>(on_device);
  if (cudaMemcpyAsync(result, on_device, bytes, cudaMemcpyDeviceToHost, stream) != cudaSuccess)
    return 1;
  std::fprintf(stderr, "%d\n", result[63]); // @here
  if (cudaStreamSynchronize(stream) != cudaSuccess)
    return 1;
  std::fprintf(stderr, "%d\n", result[63]);
  return cudaStreamDestroy(stream) == cudaSuccess && cudaFreeHost(result) == cudaSuccess &&
                 cudaFree(on_device) == cudaSuccess
             ? 0
             : 1;
}
