// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: intrinsics for bits, bytes, wide products, and arithmetic on the parts of a word.
#include <cstdio>

__global__ void check(int* failures, unsigned one) {
  int n = 0;
  n += __popc(0xff00ff00u * one) != 16, n += __popcll(~0ull * one) != 64;
  n += __clz(one) != 31, n += __clz(one - 1) != 32, n += __clzll(one) != 63;
  n += __ffs(8 * one) != 4, n += __ffsll((long long)one << 40) != 41;
  n += __brev(one) != 0x80000000u, n += __brevll(one) != 1ull << 63;
  n += __byte_perm(0x33221100 * one, 0x77665544, 0x7210) != 0x77221100;
  n += __funnelshift_l(0x80000000u * one, 1, 1) != 3;
  n += __funnelshift_r(0, one, 1) != 0x80000000u;
  n += __funnelshift_lc(5 * one, 6, 40) != 5, n += __funnelshift_rc(5, 6 * one, 40) != 6;
  n += __mulhi(0x40000000 * (int)one, 8) != 2, n += __umulhi(0xffffffffu * one, 16) != 15;
  n += __mul64hi(-2ll * (int)one, 1ll << 62) != -1;
  n += __umul64hi(~0ull * one, 4) != 3;
  n += __mul24(-3 * (int)one, 5) != -15, n += __umul24(0x01000002 * one, 3) != 6;
  n += __sad(-5 * (int)one, 5, 1u) != 11, n += __usad(3 * one, 10, 2) != 9;
  n += __hadd(-3 * (int)one, 0) != -2, n += __rhadd(-3 * (int)one, 0) != -1;
  n += __uhadd(~0u * one, ~0u) != ~0u, n += __urhadd(one, 2) != 2;
  n += __dp4a(0x01020304 * (int)one, 0x7f010180, 10) != 10 + 127 + 2 + 3 - 512;
  n += __dp4a(0x010203ffu * one, 0x01010101u, 1u) != 262;
  n += __dp2a_lo(0x0002fffe * (int)one, 0x05060304, 0) != 6 - 8;
  n += __dp2a_hi(0x0002fffeu * one, 0x05060304u, 0u) != 10 + 0xfffe * 6u;
  n += __vadd2(0xffff0001u * one, 0x00010001) != 2;
  n += __vaddss4(0x7f80017fu * one, 0x0180ff01) != 0x7f80007fu;
  n += __vsubus4(0x01020304u * one, 0x02010404) != 0x00010000;
  n += __vavgs2(0xfffe0003u * one, 0xffff0004) != 0xfffe0004u;
  n += __vabsdiffu4(0x01ff0003u * one, 0x02000004) != 0x01ff0001;
  n += __vmaxs4(0x7f80ff01u * one, 0x00000000) != 0x7f000001;
  n += __vcmpgtu4(0x01020304u * one, 0x01010404) != 0x00ff0000;
  n += __vsetles2(0xffff0001u * one, 0x00000000) != 0x00010000;
  n += __vsads4(0x80000001u * one, 0x7f0001ff) != 258;
  n += __vneg4(0x01ff0080u * one) != 0xff010080u;
  n += __vimax3_s32(-(int)one, 2, 1) != 2, n += __viaddmin_u32(one, 2, 9) != 3;
  n += __vimin_s16x2_relu(0xffff0005u * one, 0x00010003) != 3;
  bool first;
  n += __vibmin_s32(4 * (int)one, 4, &first) != 4 || !first;
  n += min(3 * one, 5) != 3, n += max(-1.0, 0.5f) != 0.5, n += umax(one, 2) != 2;
  *failures = n;
}

int main() {
  int *device, failures = -1;
  cudaMalloc(&device, sizeof failures);
  check<<<1, 1>>>(device, 1);
  cudaMemcpy(&failures, device, sizeof failures, cudaMemcpyDeviceToHost);
  cudaFree(device);
  if (failures != 0)
    printf("%d results are wrong\n", failures);
  return failures != 0;
}
