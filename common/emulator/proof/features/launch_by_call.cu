// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: launches by cudaLaunchKernel, cudaLaunchKernelEx, cudaLaunchKernelExC and cudaLaunchCooperativeKernel.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

struct line {
  double slope;
  short offset;
};

template <class T>
__global__ void evaluate(T* results, line f, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    results[i] = static_cast<T>(f.slope * i + f.offset);
}

namespace kernels {
__global__ void add(float* values, float more) {
  extern __shared__ float copy[];
  copy[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = copy[threadIdx.x] + more;
}
__global__ void nothing() {}
__global__ void grid_is_valid(int* answer) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *answer = cooperative_groups::this_grid().is_valid();
}
} // namespace kernels

static bool failed = false;
static void check(const char* what, bool good) {
  if (!good) {
    std::printf("%s\n", what);
    failed = true;
  }
}

int main() {
  const int n = 50;
  float* values;
  int* answer;
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&answer, sizeof(int));
  line f = {2.5, 10};
  int count = n, valid = 0;
  float more = 4, result[n];
  void* of_evaluate[] = {&values, &f, &count};
  void* of_add[] = {&values, &more};
  void* of_answer[] = {&answer};

  check("template by void*", cudaLaunchKernel((void*)evaluate<float>, 2, 32, of_evaluate) == cudaSuccess);
  check("by type", cudaLaunchKernel(kernels::add, 1, n, of_add, n * sizeof(float), 0) == cudaSuccess);
  more = 8; // the launch has its own copy
  const void* later = reinterpret_cast<const void*>(&kernels::add);
  check("by a variable",
        cudaLaunchKernel(later, dim3(1), dim3(n), of_add, n * sizeof(float), 0) == cudaSuccess);
  void (*function)(float*, float) = kernels::add;
  check("by a pointer to function", cudaLaunchKernel((void*)function, dim3(1), dim3(n), of_add,
                                                     n * sizeof(float), 0) == cudaSuccess);
  cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (result[i] != static_cast<float>(2.5 * i + 10) + 20) {
      std::printf("element %d is %f\n", i, result[i]);
      return 1;
    }

  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(1);
  configuration.blockDim = dim3(n);
  configuration.dynamicSmemBytes = n * sizeof(float);
  check("Ex", cudaLaunchKernelEx(&configuration, kernels::add, values, 1) == cudaSuccess);
  check("ExC", cudaLaunchKernelExC(&configuration, (void*)kernels::add, of_add) == cudaSuccess);
  check("no arguments", cudaLaunchKernelEx(&configuration, kernels::nothing) == cudaSuccess);
  cudaMemcpy(result, values, sizeof result, cudaMemcpyDeviceToHost);
  check("after Ex and ExC", result[0] == 10 + 20 + 1 + 8);

  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  check("cooperative Ex", cudaLaunchKernelEx(&configuration, kernels::grid_is_valid, answer) == cudaSuccess);
  cudaMemcpy(&valid, answer, sizeof valid, cudaMemcpyDeviceToHost);
  check("grid after cooperative Ex", valid == 1);
  check("ordinary", cudaLaunchKernel((void*)kernels::grid_is_valid, 1, 32, of_answer) == cudaSuccess);
  cudaMemcpy(&valid, answer, sizeof valid, cudaMemcpyDeviceToHost);
  check("cooperative by type", cudaLaunchCooperativeKernel(kernels::grid_is_valid, 2, 32, of_answer) == cudaSuccess);
  check("grid too large", cudaLaunchCooperativeKernel(kernels::grid_is_valid, 1 << 20, 256, of_answer) ==
                              cudaErrorCooperativeLaunchTooLarge);
  check("last error", cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  cudaFree(values);
  cudaFree(answer);
  check("end", cudaDeviceSynchronize() == cudaSuccess);
  return failed;
}
