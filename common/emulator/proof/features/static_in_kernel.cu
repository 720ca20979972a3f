// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: a static variable in device code is one variable of the device; constants of the program may be read
#include <cstdio>

static const float half = 0.5f;
__device__ const char* const names[] = {"none", "one", "many"};

struct shape {
  __device__ virtual float area() const = 0;
};
struct box : shape {
  float side;
  __device__ box(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};

__device__ int next() {
  static int count = 3;
  return count++;
}

__global__ void use(float* out) {
  const box b(3.0f);
  const shape& s = b;
  out[0] = float(next()) + float(next());
  out[1] = s.area() + half;
  out[2] = float(names[2][0]) + float("xyz"[threadIdx.x]);
}

int main() {
  float *d = nullptr, h[3];
  if (cudaMalloc(&d, sizeof h) != cudaSuccess)
    return 1;
  use<<<1, 1>>>(d);
  use<<<1, 1>>>(d);
  if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess ||
      cudaFree(d) != cudaSuccess)
    return 1;
  const bool right = h[0] == 5 + 6 && h[1] == 9.5f && h[2] == float('m' + 'x');
  if (!right)
    printf("wrong: %g %g %g\n", h[0], h[1], h[2]);
  return right ? 0 : 1;
}
