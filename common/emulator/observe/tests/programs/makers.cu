// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// A call's kernel still runs when somebody asks who makes the elements of the next one. Prints how
// many remarks there are.
#include <cstddef>
#include <cstdio>

#include "emulator/emulator.h"

namespace emulator = cudalab::emulator;

__global__ void backwards(int* out, int rounds) {
  for (int i = 0; i < rounds; ++i)
    out[gridDim.x * blockDim.x - 1 - (blockIdx.x * blockDim.x + threadIdx.x)] = i;
}

int main() {
  constexpr int blocks = 32, threads = 64;
  constexpr std::size_t bytes = blocks * threads * sizeof(int);
  emulator::observe(emulator::observation::clean);
  int* out = nullptr;
  if (cudaMalloc(&out, bytes) != cudaSuccess)
    return 1;
  backwards<<<blocks, threads>>>(out, 200);
  emulator::watch_makers({.begin = reinterpret_cast<const std::byte*>(out),
                          .bytes = bytes,
                          .element_bytes = sizeof(int),
                          .rule = emulator::maker_rule::thread_of_same_number,
                          .name = "out"});
  const bool ended = cudaDeviceSynchronize() == cudaSuccess;
  emulator::tell_makers();
  std::printf("%zu\n", emulator::take_remarks().size());
  return ended && cudaFree(out) == cudaSuccess ? 0 : 1;
}
