// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: double_arithmetic
// Says: information: double precision because of a literal: 0.1 (kernel scale)
// Says: a thread computes in double precision {tenth}
// Says: write 0.1f
// Says: double precision because of a literal: 1.0
// Says: a thread computes in double precision {one}
// Says: double precision because of a literal: 3.14159265358979323846
// Says: a thread computes in double precision {pi}
// Says: double precision because of a literal: 0.5
// Says: a thread computes in double precision {of_int}
// Says: double precision because of a literal: pow(...)
// Says: a thread computes in double precision {power}
// Says: or, for a small whole power, multiply
// Says: emucc: 5 pieces of information
// GPU: memcheck misses: it is not wrong, only slow
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <class T>
__device__ T inverse(T x) {
  return 1.0 / x; // @one
}

__global__ void scale(float* a, double d) {
  const int i = threadIdx.x;
  float x = a[i] * 0.1; // @tenth
  x = x * 2.0f + static_cast<float>(static_cast<double>(x) * 3.0);
  x = static_cast<float>(d * x + 4.0); // a double variable may be meant
  const float half = 0.5 * i; // @of_int
  x += half + static_cast<float>(d * 0.5);
  x = pow(x, 2); // @power
  a[i] = inverse(x + 5) * M_PI; // @pi
}

__global__ void not_launched(float* a) {
  a[threadIdx.x] *= 6.0;
}

int main() {
  float* a = nullptr;
  if (cudaMalloc(&a, 32 * sizeof(float)) != cudaSuccess ||
      cudaMemset(a, 0, 32 * sizeof(float)) != cudaSuccess)
    return 1;
  scale<<<1, 32>>>(a, 1.0);
  scale<<<1, 32>>>(a, 1.0);
  float first = 0;
  if (cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost) != cudaSuccess)
    return 1;
  std::fprintf(stderr, "%f\n", first * 2.0); // host code
  return cudaFree(a) == cudaSuccess ? 0 : 1;
}
