// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: __device__ and __constant__ variables of any type, with initial values, read and written by name and by the symbol calls
#include <cstdio>

struct range {
  float low, high;
};

__device__ int counter = 5;
__constant__ float coefficients[4] = {1.0f, 2.0f};
static __device__ float table[2][3] = {{1, 2, 3}, {4, 5, 6}}, scale = 10.0f;
namespace settings {
__constant__ range limits = {-1.0f, 1.0f};
__device__ double sums[4];
} // namespace settings
__device__ unsigned later{7u};
__device__ alignas(16) float4 quad = {1, 2, 3, 4};
__device__ const int primes[] = {2, 3, 5, 7};

__device__ float twice(float x) {
  return 2.0f * x;
}
__device__ float (*operation)(float) = twice;

__global__ void use(float* out) {
  const int t = threadIdx.x;
  settings::sums[t] = coefficients[t] + settings::limits.high;
  out[t] = table[1][t % 3] * scale + primes[t] + float(later);
  if (t == 0) {
    counter += 1;
    quad.w = operation(quad.w);
  }
}

__global__ void set(int* where, int value) {
  *where = value;
}

int failures = 0;
void check(bool right, const char* what) {
  if (!right) {
    printf("wrong: %s\n", what);
    ++failures;
  }
}
#define CALL(call) check((call) == cudaSuccess, #call)

int main() {
  const float values[4] = {0.5f, 1.5f, 2.5f, 3.5f};
  CALL(cudaMemcpyToSymbol(coefficients, values, sizeof values));
  float* d_out = nullptr;
  CALL(cudaMalloc(&d_out, 4 * sizeof(float)));
  use<<<1, 4>>>(d_out);
  CALL(cudaGetLastError());
  float out[4];
  CALL(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  check(out[0] == 49 && out[1] == 60 && out[2] == 72 && out[3] == 54, "initial values");
  double sums[4];
  CALL(cudaMemcpyFromSymbol(sums, settings::sums, sizeof sums));
  check(sums[0] == 1.5 && sums[3] == 4.5, "constants from the host");
  double third = 0;
  CALL(cudaMemcpyFromSymbol(&third, settings::sums, sizeof third, 2 * sizeof third));
  check(third == 3.5, "offset");
  float4 q;
  CALL(cudaMemcpyFromSymbol(&q, quad, sizeof q));
  check(q.w == 8 && q.x == 1, "pointer to a function of the device");

  size_t bytes = 0;
  CALL(cudaGetSymbolSize(&bytes, settings::sums));
  check(bytes == sizeof sums, "size");
  int* address = nullptr;
  CALL(cudaGetSymbolAddress((void**)&address, counter));
  int count = 0;
  CALL(cudaMemcpy(&count, address, sizeof count, cudaMemcpyDeviceToHost));
  check(count == 6, "address");
  set<<<1, 1>>>(address, 40);
  CALL(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  check(count == 40, "kernel writes by address");
  CALL(cudaMemset(address, 0, sizeof count));
  CALL(cudaMemcpyFromSymbolAsync(&count, counter, sizeof count));
  CALL(cudaDeviceSynchronize());
  check(count == 0, "memset");
  CALL(cudaFree(d_out));
  return failures != 0;
}
