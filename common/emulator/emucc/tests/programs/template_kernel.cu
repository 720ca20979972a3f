// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
#include <cstdio>

struct pair {
  int first, second;
};

namespace kernels {
template <class T>
__global__ void store(T* to, T value) {
  *to = value;
}
template <int Factor, class T>
__global__ void scale(T* to, pair both, const int* nothing, int times = 2) {
  *to = nothing ? 0 : (both.first + both.second) * Factor * times;
}
} // namespace kernels

template <class... Values>
void store_sum(int* to, Values... values) {
  kernels::store<<<1, 1>>>(to, (values + ...));
}

template <class... Arguments>
void forward(Arguments... arguments) {
  kernels::store<<<1, 1>>>(arguments...);
}

template <class Kernel>
void run(Kernel kernel, int* to) {
  kernel<<<dim3(1), dim3(1)>>>(to, 9);
}

template <class T>
T fetch(const T* from) {
  T value;
  cudaMemcpy(&value, from, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  int* d_int;
  double* d_double;
  cudaMalloc(&d_int, sizeof(int));
  cudaMalloc(&d_double, sizeof(double));
  store_sum(d_int, 1, 2);
  std::printf("%d ", fetch(d_int));
  forward(d_double, 4.5);
  std::printf("%g ", fetch(d_double));
  kernels::scale<2, int><<<1, 1>>>(d_int, {1, 2}, NULL, 2);
  std::printf("%d ", fetch(d_int));
  void (*pointer)(int*, int) = kernels::store<int>;
  pointer<<<1, 1>>>(
      d_int,
      // a comment, and a literal on a line of its own
      7);
  std::printf("%d ", fetch(d_int));
  run(kernels::store<int>, d_int);
  std::printf("%d\n", fetch(d_int));
  cudaFree(d_int);
  cudaFree(d_double);
}
