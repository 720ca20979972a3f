// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: unfinished_read
// Says: {here}
// Says: cudaMemcpyAsync in stream 1 (made in line 14) reads the memory later
// GPU: memcheck misses: no tool compares the host's accesses with the device's

int main() {
  constexpr size_t bytes = 64 * sizeof(int);
  int *on_device = nullptr, *buffer = nullptr;
  cudaStream_t stream = nullptr;
  if (cudaMalloc(&on_device, bytes) != cudaSuccess || cudaMallocHost(&buffer, bytes) != cudaSuccess ||
      cudaStreamCreate(&stream) != cudaSuccess)
    return 1;
  for (int piece = 0; piece < 2; ++piece) {
    for (int i = 0; i < 64; ++i)
      buffer[i] = piece * 64 + i; // @here
    if (cudaMemcpyAsync(on_device, buffer, bytes, cudaMemcpyHostToDevice, stream) != cudaSuccess)
      return 1;
  }
  return cudaStreamSynchronize(stream) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess &&
                 cudaFreeHost(buffer) == cudaSuccess && cudaFree(on_device) == cudaSuccess
             ? 0
             : 1;
}
