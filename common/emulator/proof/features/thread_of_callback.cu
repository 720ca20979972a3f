// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a host thread that a stream's callback starts may use what is done before the callback.
// Options: -Xcompiler -pthread
// Prints: 1
#include <cstdio>
#include <thread>

__global__ void increment(int* value) {
  ++*value;
}

struct work {
  int* pinned;
  std::thread worker;
  int seen = 0;
};

void CUDART_CB start(cudaStream_t, cudaError_t, void* data) {
  auto* const mine = static_cast<work*>(data);
  mine->worker = std::thread([mine] { mine->seen = *mine->pinned; });
}

int main() {
  work mine = {};
  int* value;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&value, sizeof(int));
  cudaMallocHost(&mine.pinned, sizeof(int));
  cudaMemsetAsync(value, 0, sizeof(int), stream);
  increment<<<1, 1, 0, stream>>>(value);
  cudaMemcpyAsync(mine.pinned, value, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamAddCallback(stream, start, &mine, 0);
  cudaStreamSynchronize(stream);
  mine.worker.join();
  std::printf("%d\n", mine.seen);
  cudaFreeHost(mine.pinned);
  cudaFree(value);
  return cudaStreamDestroy(stream) == cudaSuccess ? 0 : 1;
}
