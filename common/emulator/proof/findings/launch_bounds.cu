// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_launch
// Prints: 256 threads: cudaSuccess
// Prints: 257 threads: cudaErrorInvalidValue
// Prints: 16 x 17 threads: cudaErrorInvalidValue
// Prints: 32 x 32 threads: cudaSuccess
// Says: error: launch that cannot run (kernel small)
// Says: the host launches it {threads}
// Says: a block has 257 threads; the kernel's __launch_bounds__ says that it has at most 256
// GPU: memcheck finds
#include <cstdio>

__global__ void __launch_bounds__(256) small() {}

template <int Side>
__global__ __launch_bounds__(Side* Side, 1) void square() {}

template <>
__global__ void square<32>() {}

template <int Side>
__global__ void __launch_bounds__(Side* Side) tile() {}

void report(const char* what) {
  printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

int main() {
  small<<<1, 256>>>();
  report("256 threads");
  small<<<1, 257>>>(); // @threads
  report("257 threads");
  tile<16><<<1, dim3(16, 17)>>>();
  report("16 x 17 threads");
  square<32><<<1, dim3(32, 32)>>>();
  report("32 x 32 threads");
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
