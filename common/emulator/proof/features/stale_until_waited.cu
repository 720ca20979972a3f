// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a launch returns at once: until the program has waited, the result is the old one and events are not ready.

/// Does not go on before the host has set the flag: no matter how fast the device is.
#include "check.h"
__global__ void write_after(volatile int* flag, volatile int* result) {
  while (*flag == 0) {
  }
  *result = 42;
}

int main() {
  volatile int* mapped = nullptr;
  int* pinned = nullptr;
  OK(cudaHostAlloc(&pinned, 2 * sizeof(int), cudaHostAllocMapped));
  mapped = pinned;
  mapped[0] = 0;
  mapped[1] = 1;
  cudaEvent_t before = nullptr, after = nullptr;
  OK(cudaEventCreate(&before));
  OK(cudaEventCreate(&after));
  OK(cudaEventRecord(before));
  write_after<<<1, 1>>>(mapped, mapped + 1);
  OK(cudaGetLastError());
  OK(cudaEventRecord(after));

  CHECK(mapped[1] == 1); // stale
  CHECK(cudaStreamQuery(nullptr) == cudaErrorNotReady);
  CHECK(cudaEventQuery(after) == cudaErrorNotReady);
  float milliseconds = -1;
  CHECK(cudaEventElapsedTime(&milliseconds, before, after) == cudaErrorNotReady);
  CHECK(cudaGetLastError() == cudaSuccess); // an answer, no error: not remembered
  mapped[0] = 1;

  OK(cudaEventSynchronize(after));
  CHECK(mapped[1] == 42);
  OK(cudaEventElapsedTime(&milliseconds, before, after));
  CHECK(milliseconds > 0);
  OK(cudaEventDestroy(before));
  OK(cudaEventDestroy(after));
  OK(cudaFreeHost(pinned));
  return 0;
}
