// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: what a kernel was allowed holds for launches by a variable that holds it
// Prints: parameter 7, template 7, table 7, auto 7, name of another 7
#include <cstdio>

__global__ void first(int* to) {
  extern __shared__ int cells[];
  cells[threadIdx.x + 15000] = 7;
  to[threadIdx.x] = cells[threadIdx.x + 15000];
}

__global__ void second(int* to) {
  extern __shared__ int cells[];
  cells[threadIdx.x + 15000] = 7;
  to[threadIdx.x] = cells[threadIdx.x + 15000];
}

namespace elsewhere {
template <class T>
__global__ void kernel(T* to) {
  *to = 0;
}
template <class T>
__global__ void third(T* to) {
  extern __shared__ int cells[];
  cells[threadIdx.x + 15000] = 7;
  to[threadIdx.x] = cells[threadIdx.x + 15000];
}
} // namespace elsewhere

constexpr int bytes = 60004;

void by_parameter(void (*kernel)(int*), int* d_value) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  kernel<<<1, 1, bytes>>>(d_value);
}

template <class Kernel>
void by_template(Kernel kernel, int* d_value) {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  kernel<<<1, 1, bytes>>>(d_value);
}

int main() {
  int* d_value = nullptr;
  cudaMalloc(&d_value, sizeof(int));
  const auto told = [&](const char* how) {
    int value = 0;
    if (cudaGetLastError() == cudaSuccess)
      cudaMemcpy(&value, d_value, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemset(d_value, 0, sizeof(int));
    std::printf("%s %d", how, value);
  };
  by_parameter(first, d_value);
  told("parameter");
  by_template(second, d_value);
  told(", template");
  void (*const table[])(int*) = {first, second};
  table[1]<<<1, 1, bytes>>>(d_value);
  told(", table");
  const auto kernel = first;
  kernel<<<1, 1, bytes>>>(d_value);
  told(", auto");
  {
    const auto kernel = elsewhere::third<int>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<1, 1, bytes>>>(d_value);
    told(", name of another");
  }
  std::printf("\n");
  cudaFree(d_value);
}
