// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a stream calls host functions in its order; they must not call CUDA.
#include "check.h"

__global__ void increment(int* value) {
  ++*value;
}

struct report {
  int* pinned;
  int seen[2];
  cudaError_t from_cuda, status;
};

void look(void* data) {
  report& all = *static_cast<report*>(data);
  all.seen[0] = *all.pinned;
  void* memory = nullptr;
  all.from_cuda = cudaMalloc(&memory, 4);
}

void CUDART_CB look_again(cudaStream_t, cudaError_t status, void* data) {
  report& all = *static_cast<report*>(data);
  all.seen[1] = *all.pinned;
  all.status = status;
}

int main() {
  int* value = nullptr;
  report all = {nullptr, {-1, -1}, cudaSuccess, cudaErrorUnknown};
  cudaStream_t stream = nullptr;
  OK(cudaStreamCreate(&stream));
  OK(cudaMalloc(&value, sizeof(int)));
  OK(cudaMallocHost(&all.pinned, sizeof(int)));
  OK(cudaMemsetAsync(value, 0, sizeof(int), stream));
  increment<<<1, 1, 0, stream>>>(value);
  OK(cudaMemcpyAsync(all.pinned, value, sizeof(int), cudaMemcpyDeviceToHost, stream));
  OK(cudaLaunchHostFunc(stream, look, &all));
  increment<<<1, 1, 0, stream>>>(value);
  OK(cudaMemcpyAsync(all.pinned, value, sizeof(int), cudaMemcpyDeviceToHost, stream));
  OK(cudaStreamAddCallback(stream, look_again, &all, 0));
  OK(cudaStreamSynchronize(stream));
  CHECK(all.seen[0] == 1 && all.seen[1] == 2);
  CHECK(all.from_cuda == cudaErrorNotPermitted);
  CHECK(all.status == cudaSuccess);
  OK(cudaFree(value));
  OK(cudaFreeHost(all.pinned));
  OK(cudaStreamDestroy(stream));
  return 0;
}
