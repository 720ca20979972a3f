// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: symbol calls refuse what is no variable of the device, and what does not fit into it
#include <cstdio>

__device__ int device_value[4];
int host_value[4];

__global__ void touch() {
  device_value[threadIdx.x] = 1;
}

int failures = 0;
void expect(cudaError_t got, cudaError_t wanted, const char* what) {
  cudaGetLastError();
  if (got != wanted) {
    printf("wrong: %s gives %s\n", what, cudaGetErrorName(got));
    ++failures;
  }
}

int main() {
  touch<<<1, 4>>>();
  int values[5] = {};
  void* address = nullptr;
  size_t bytes = 0;
  expect(cudaMemcpyToSymbol(host_value, values, 4), cudaErrorInvalidSymbol, "a host variable");
  expect(cudaMemcpyToSymbol(&device_value, values, 4), cudaErrorInvalidSymbol, "an address");
  expect(cudaMemcpyToSymbol(device_value, values, 20), cudaErrorInvalidValue, "too many bytes");
  expect(cudaMemcpyToSymbol(device_value, values, 8, 12), cudaErrorInvalidValue, "an offset");
  expect(cudaMemcpyToSymbol(device_value, values, 4, 0, cudaMemcpyDeviceToHost),
         cudaErrorInvalidMemcpyDirection, "a wrong direction");
  expect(cudaMemcpyFromSymbol(values, host_value, 4), cudaErrorInvalidSymbol, "from the host");
  expect(cudaGetSymbolAddress(&address, host_value), cudaErrorInvalidSymbol, "no address");
  expect(cudaGetSymbolSize(&bytes, host_value), cudaErrorInvalidSymbol, "no size");
  expect(cudaMemcpyToSymbol(device_value, values, 16), cudaSuccess, "a copy that fits");
  expect(cudaDeviceSynchronize(), cudaSuccess, "all");
  return failures != 0;
}
