// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: bfloat16: conversions, arithmetic, comparisons, pairs, mathematics, exchange.
#include <cstdio>
#include <cuda_bf16.h>

struct results {
  int wrong;
  __nv_bfloat16 sum;
  __nv_bfloat162 pair_sum;
};

__global__ void check(results* to, const __nv_bfloat16* from) {
  const __nv_bfloat16 a = from[0], b = from[1]; // 1.5 and -0.25
  int n = 0;
  n += float(a + b) != 1.25f, n += float(a * b) != -0.375f, n += float(a / b) != -6.0f;
  n += __bfloat162float(__hsub(a, b)) != 1.75f, n += float(__hneg(b)) != 0.25f;
  n += float(__hfma(a, a, b)) != 2.0f, n += !(b < a), n += float(__hmin(a, b)) != -0.25f;
  n += float(__float2bfloat16_rz(0.1f)) != 0x1.98p-4f, n += float(__float2bfloat16(0.1f)) != 0x1.9ap-4f;
  n += __bfloat16_as_ushort(__float2bfloat16(3.4e38f)) != 0x7f80;
  n += __bfloat16_as_ushort(__float2bfloat16_rn(1.00390625f)) != 0x3f80; // a tie
  n += __bfloat162int_rz(a) != 1, n += float(__int2bfloat16_rn(257)) != 256.0f;
  n += fabsf(float(hexp(a)) - 4.4817f) > 0.03f, n += float(hceil(b)) != 0.0f;
  const __nv_bfloat162 p = __floats2bfloat162_rn(1.0f, 3.0f), q = __hmul2(p, p);
  n += __high2float(q) != 9.0f, n += !__hbge2(q, p), n += float((p + q).x) != 2.0f;
  n += float(__shfl_up_sync(0xffffffff, __float2bfloat16(threadIdx.x), 1)) !=
       (threadIdx.x == 0 ? 0 : threadIdx.x - 1);
  n += float(__ldg(from)) != 1.5f;
  atomicAdd(&to->sum, __float2bfloat16(0.5f));
  atomicAdd(&to->pair_sum, p);
  if (n != 0)
    atomicAdd(&to->wrong, n);
}

int main() {
  const __nv_bfloat16 from[] = {__float2bfloat16(1.5f), __float2bfloat16(-0.25f)};
  results *device, host;
  __nv_bfloat16* d_from;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&d_from, sizeof from);
  cudaMemset(device, 0, sizeof host);
  cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice);
  check<<<1, 32>>>(device, d_from);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device), cudaFree(d_from);
  const bool right = host.wrong == 0 && float(host.sum) == 16 && float(host.pair_sum.y) == 96;
  if (!right)
    printf("%d wrong; sums %g and %g\n", host.wrong, float(host.sum), float(host.pair_sum.y));
  return !right;
}
