// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: atomic functions on global and shared memory, with every type, operation and scope.
#include <cstdio>

struct numbers {
  int sum, low, high, all, any, odd, claimed, system_sum;
  unsigned difference, wrapped, down;
  unsigned long long wide_sum, wide_high;
  long long wide_low;
  float real_sum, last;
  double double_sum;
  unsigned short narrow[2];
  int histogram[8];
};

__global__ void count(numbers* to) {
  __shared__ int bins[8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 8)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd_block(&bins[i % 8], 1);
  atomicAdd(&to->sum, 1);
  atomicAdd_system(&to->system_sum, 2);
  atomicSub(&to->difference, 1u);
  atomicMin(&to->low, -i);
  atomicMax(&to->high, i);
  atomicAnd(&to->all, ~(1 << i % 4));
  atomicOr(&to->any, 1 << i % 8);
  atomicXor(&to->odd, i);
  if (atomicCAS(&to->claimed, 0, i + 1) == 0)
    atomicExch(&to->last, 0.5f);
  atomicInc(&to->wrapped, 99u);
  atomicDec(&to->down, 99u);
  atomicAdd(&to->wide_sum, 1ull << 40);
  atomicMax(&to->wide_high, (unsigned long long)i << 33);
  atomicMin(&to->wide_low, -((long long)i << 33));
  atomicAdd(&to->real_sum, 0.25f);
  atomicAdd(&to->double_sum, 0.125);
  unsigned short seen = 0, before;
  do {
    before = seen;
    seen = atomicCAS(&to->narrow[i % 2], before, (unsigned short)(before + 1));
  } while (seen != before);
  __syncthreads();
  if (threadIdx.x < 8)
    atomicAdd(&to->histogram[threadIdx.x], bins[threadIdx.x]);
}

static int failures = 0;
static void check(const char* what, bool right) {
  if (!right) {
    printf("wrong: %s\n", what);
    failures = 1;
  }
}

int main() {
  numbers start = {}, got;
  start.all = 15;
  start.difference = 5000;
  numbers* on_device = nullptr;
  cudaMalloc(&on_device, sizeof start);
  cudaMemcpy(on_device, &start, sizeof start, cudaMemcpyHostToDevice);
  count<<<16, 64>>>(on_device); // 1,024 threads
  check("launch", cudaGetLastError() == cudaSuccess);
  check("copy", cudaMemcpy(&got, on_device, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess);
  check("add, sub", got.sum == 1024 && got.system_sum == 2048 && got.difference == 3976);
  check("min, max", got.low == -1023 && got.high == 1023);
  check("and, or, xor", got.all == 0 && got.any == 255 && got.odd == 0);
  check("cas, exch", got.claimed >= 1 && got.claimed <= 1024 && got.last == 0.5f);
  check("inc, dec", got.wrapped == 24 && got.down == 76);
  check("64 bit", got.wide_sum == 1024ull << 40 && got.wide_high == 1023ull << 33 &&
                      got.wide_low == -(1023ll << 33));
  check("floating point", got.real_sum == 256 && got.double_sum == 128);
  check("16 bit", got.narrow[0] == 512 && got.narrow[1] == 512);
  for (int bin : got.histogram)
    check("histogram", bin == 128);
  cudaFree(on_device);
  return failures;
}
