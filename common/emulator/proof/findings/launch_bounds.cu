// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Finding: invalid_launch
// Prints: 256 threads: cudaSuccess
// Prints: 257 threads: cudaErrorInvalidValue
// Prints: 16 x 17 threads: cudaErrorInvalidValue
// Prints: a kernel without bounds, and a namesake with: cudaSuccess
// Says: error: launch that cannot run (kernel small)
// Says: the host launches it {threads}
// Says: a block has 257 threads; the kernel's __launch_bounds__ says that it has at most 256
// GPU: memcheck finds
#include <cstdio>

__global__ void __launch_bounds__(256) small() {}

// Of two kernels with one name only the one is bounded; the emulated device knows a kernel's name
// alone, and lets both run.
namespace bounded {
__global__ void __launch_bounds__(64) same() {}
} // namespace bounded
namespace unbounded {
__global__ void same() {}
void launch() {
  same<<<1, 1024>>>();
}
} // namespace unbounded

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
  bounded::same<<<1, 64>>>();
  unbounded::launch();
  report("a kernel without bounds, and a namesake with");
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
