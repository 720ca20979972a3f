// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: dynamic shared arrays have names of any kind, one for each type.
// Prints: 31 0.5
#include <cstdio>

template <class T>
struct memory_of;
template <>
struct memory_of<int> {
  __device__ static int* get() {
    extern __shared__ int __words[];
    return __words;
  }
};
template <>
struct memory_of<double> {
  __device__ static double* get() {
    extern __shared__ double __numbers[];
    return __numbers;
  }
};

template <class T>
__global__ void reverse(T* values) {
  T* const room = memory_of<T>::get();
  room[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = room[blockDim.x - 1 - threadIdx.x];
}

template <class T>
T last_first(T step) {
  T host[32], *values;
  for (int i = 0; i < 32; ++i)
    host[i] = i * step;
  cudaMalloc(&values, sizeof host);
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 32, sizeof host>>>(values);
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(values);
  return host[step == 1 ? 0 : 30];
}

int main() {
  std::printf("%d %g\n", last_first(1), last_first(0.5));
}
