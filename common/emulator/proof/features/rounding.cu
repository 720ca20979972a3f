// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: arithmetic and conversions with the rounding in the name give the exact neighbours.
#include <cstdio>

__global__ void check(int* failures, float one, float three, double done, double dthree) {
  int n = 0;
  n += __fdiv_rd(one, three) != 0x1.555554p-2f;
  n += __fdiv_ru(one, three) != 0x1.555556p-2f;
  n += __fdiv_rz(-one, three) != -0x1.555554p-2f;
  n += __fdiv_rn(one, three) != 0x1.555556p-2f;
  n += __frcp_rd(three) != 0x1.555554p-2f;
  n += __fadd_ru(one, 1e-30f) != 0x1.000002p+0f;
  n += __fsub_rz(one, 1e-30f) != 0x1.fffffep-1f;
  n += __fmul_rd(0x1.000002p+0f * one, 0x1.000002p+0f) != 0x1.000004p+0f;
  n += __fmul_ru(0x1.000002p+0f * one, 0x1.000002p+0f) != 0x1.000006p+0f;
  n += __fmaf_rd(one, three, -1e-20f) != 0x1.7ffffep+1f;
  n += __fmaf_rn(0x1.000002p+0f * one, 0x1.000002p+0f, -0x1.000004p+0f) != 0x1p-46f;
  n += __fsqrt_rd(2 * one) != 0x1.6a09e6p+0f;
  n += __fsqrt_ru(2 * one) != 0x1.6a09e8p+0f;
  n += __fadd_rz(3e38f * one, 3e38f) != 0x1.fffffep+127f;
  n += __frsqrt_rn(4 * one) != 0.5f;
  n += __ddiv_rd(done, dthree) != 0x1.5555555555555p-2;
  n += __ddiv_ru(done, dthree) != 0x1.5555555555556p-2;
  n += __dadd_ru(done, 1e-30) != 0x1.0000000000001p+0;
  n += __dmul_rz(-done, dthree) != -3;
  n += __fma_rd(done, dthree, -1e-40) != 0x1.7ffffffffffffp+1;
  n += __dsqrt_ru(2 * done) != 0x1.6a09e667f3bcdp+0;
  n += __double2float_rd(0.1 * done) != 0x1.999998p-4f;
  n += __double2float_ru(0.1 * done) != 0x1.99999ap-4f;
  n += __int2float_rz(0x01000001 * (int)one) != 16777216;
  n += __int2float_ru(0x01000001 * (int)one) != 16777218;
  n += __ull2double_rd(~0ull * (int)one) != 0x1.fffffffffffffp+63;
  n += __float2int_rn(2.5f * one) != 2;
  n += __float2int_ru(2.1f * one) != 3;
  n += __float2int_rz(3e9f * one) != 0x7fffffff;
  n += __float2uint_rd(-one) != 0;
  n += __float2int_rz(0 * one / (one - 1)) != 0;                        // a NaN
  n += __double2int_rz(0 * done / (done - 1)) != (int)0x80000000u;      // a NaN
  n += __float2ll_rd(-1.5f * one) != -2;
  n += __double2ull_rn(1e30 * done) != ~0ull;
  n += __float_as_int(one) != 0x3f800000;
  n += __double2hiint(done) != 0x3ff00000;
  n += __hiloint2double(0x40080000, 0) != dthree;
  n += __saturatef(three) != 1;
  *failures = n;
}

int main() {
  int *device, failures = -1;
  cudaMalloc(&device, sizeof failures);
  check<<<1, 1>>>(device, 1, 3, 1, 3);
  cudaMemcpy(&failures, device, sizeof failures, cudaMemcpyDeviceToHost);
  cudaFree(device);
  if (failures != 0)
    printf("%d results are wrong\n", failures);
  return failures != 0;
}
