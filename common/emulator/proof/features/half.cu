// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: half precision: conversions, arithmetic, comparisons, pairs, mathematics, exchange.
#include <cstdio>
#include <cuda_fp16.h>

struct results {
  int wrong;
  half sum, numbers[4];
  half2 pair_sum;
};

__device__ bool near(float x, float y) {
  return fabsf(x - y) <= 0.002f * fabsf(y);
}

__global__ void check(results* to, const half* from, const half2* pairs) {
  const half a = from[0], b = from[1]; // 1.5 and -0.25
  const half2 p = pairs[0];            // 1 and 3
  int n = 0;
  n += float(a + b) != 1.25f, n += float(a * b) != -0.375f, n += float(a / b) != -6.0f;
  n += __half2float(__hsub(a, b)) != 1.75f, n += float(-a) != -1.5f, n += float(__habs(b)) != 0.25f;
  n += float(__hfma(a, a, b)) != 2.0f, n += float(__hadd_sat(a, a)) != 1.0f;
  n += !(b < a), n += a == b, n += !__hgt(a, b), n += float(__hmax(a, b)) != 1.5f;
  n += float(__float2half_rd(0.1f)) != 0x1.998p-4f, n += float(__float2half_ru(0.1f)) != 0x1.99cp-4f;
  n += __half_as_ushort(__float2half(65520.0f)) != 0x7c00;
  n += __half_as_ushort(__float2half_rz(1e9f)) != 0x7bff;
  n += __half_as_ushort(__float2half(0x1p-25f)) != 0, n += __half_as_ushort(__float2half(0x1p-24f)) != 1;
  n += __half2int_rz(a) != 1, n += __half2int_rn(a) != 2, n += float(__int2half_rn(2049)) != 2048.0f;
  n += !near(float(hexp(a)), 4.4817f), n += !near(float(hsqrt(a)), 1.22474f);
  n += !near(float(hlog2(a)), 0.58496f), n += !near(float(hrcp(a)), 0.66667f);
  n += !near(float(hsin(a)), 0.9975f), n += float(hfloor(b)) != -1.0f, n += float(hrint(a)) != 2.0f;
  const half2 q = __hfma2(p, __float2half2_rn(2.0f), __floats2half2_rn(1.0f, -1.0f));
  n += __low2float(q) != 3.0f, n += __high2float(q) != 5.0f;
  n += !__hbgt2(q, p), n += __heq2_mask(p, __lows2half2(p, p)) != 0xffff;
  n += float(__low2half(__lowhigh2highlow(p))) != 3.0f;
  n += float((p + q).x) != 4.0f, n += float(h2sqrt(q * q).y) != 5.0f;
  const half lane = __int2half_rn(threadIdx.x);
  n += float(__shfl_xor_sync(0xffffffff, lane, 1)) != float(threadIdx.x ^ 1);
  n += float(__shfl_down_sync(0xffffffff, __half2half2(lane), 1).y) != min(threadIdx.x + 1, 31u);
  n += float(__ldg(from + 1)) != -0.25f, n += float(__ldg(pairs).y) != 3.0f;
  atomicAdd(&to->sum, __float2half(0.5f));
  atomicAdd(&to->pair_sum, p);
  if (n != 0)
    atomicAdd(&to->wrong, n);
  if (threadIdx.x < 4) {
    half& mine = to->numbers[threadIdx.x];
    mine = a;
    mine += lane;
    mine *= __float2half(2.0f);
  }
}

int main() {
  const half from[] = {__float2half(1.5f), __float2half(-0.25f)};
  const half2 pair = __floats2half2_rn(1, 3);
  results *device, host;
  half* d_from;
  half2* d_pairs;
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&d_from, sizeof from);
  cudaMalloc(&d_pairs, sizeof pair);
  cudaMemset(device, 0, sizeof host);
  cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice);
  cudaMemcpy(d_pairs, &pair, sizeof pair, cudaMemcpyHostToDevice);
  check<<<1, 32>>>(device, d_from, d_pairs);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device), cudaFree(d_from), cudaFree(d_pairs);
  bool right = host.wrong == 0 && float(host.sum) == 16 && float(host.pair_sum.y) == 96;
  for (int i = 0; i < 4; ++i)
    right = right && float(host.numbers[i]) == 2 * (1.5f + i);
  if (!right)
    printf("%d wrong; sums %g and %g\n", host.wrong, float(host.sum), float(host.pair_sum.y));
  return !right;
}
