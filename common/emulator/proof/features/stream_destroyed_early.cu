// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a stream may be destroyed when its work has ended and nobody has waited for it: the work keeps its place in the order.
#include <chrono>
#include <thread>

#include "check.h"

__global__ void set(int* a, int value) {
  a[threadIdx.x] = value;
}

int main() {
  int *a = nullptr, result[32] = {};
  OK(cudaMalloc(&a, sizeof result));
  for (const unsigned flags : {cudaStreamNonBlocking, cudaStreamDefault}) {
    cudaStream_t stream = nullptr;
    OK(cudaStreamCreateWithFlags(&stream, flags));
    set<<<1, 32, 0, stream>>>(a, static_cast<int>(flags) + 7);
    OK(cudaGetLastError());
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // mostly, it has ended then
    OK(cudaStreamDestroy(stream));
    if (flags == cudaStreamNonBlocking)
      OK(cudaDeviceSynchronize()); // the default stream waits for the other one by itself
    OK(cudaMemcpy(result, a, sizeof result, cudaMemcpyDeviceToHost));
    CHECK(result[31] == static_cast<int>(flags) + 7);
  }
  OK(cudaFree(a));
}
