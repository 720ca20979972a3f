// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The CUDA Labs authors
//
// Feature: vector types have CUDA's sizes and alignments, and functions that make them.
#include <cstdio>

#define CHECK_TYPE(type, size, alignment)                                                          \
  static_assert(sizeof(type) == size && alignof(type) == alignment, #type)
CHECK_TYPE(char2, 2, 2);
CHECK_TYPE(uchar3, 3, 1);
CHECK_TYPE(char4, 4, 4);
CHECK_TYPE(short2, 4, 4);
CHECK_TYPE(ushort4, 8, 8);
CHECK_TYPE(int2, 8, 8);
CHECK_TYPE(uint3, 12, 4);
CHECK_TYPE(int4, 16, 16);
CHECK_TYPE(longlong2, 16, 16);
CHECK_TYPE(float2, 8, 8);
CHECK_TYPE(float3, 12, 4);
CHECK_TYPE(float4, 16, 16);
CHECK_TYPE(double2, 16, 16);
CHECK_TYPE(double3, 24, 8);
CHECK_TYPE(double4_16a, 32, 16);
CHECK_TYPE(double4_32a, 32, 32);
CHECK_TYPE(longlong4_32a, 32, 32);
CHECK_TYPE(dim3, 12, 4);

__global__ void make(float4* to) {
  const int2 i = make_int2(1, 2);
  const double4_32a d = make_double4_32a(1, 2, 3, 4);
  const uchar4 c = make_uchar4(250, 1, 2, 3);
  to[threadIdx.x] = make_float4(i.x + i.y, d.w, c.x, make_short3(7, 8, 9).z);
}

int main() {
  float4 *device, host;
  cudaMalloc(&device, sizeof host);
  make<<<1, 1>>>(device);
  cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  const dim3 size = 5;
  const bool right = host.x == 3 && host.y == 4 && host.z == 250 && host.w == 9 && size.y == 1;
  if (!right)
    printf("%g %g %g %g\n", host.x, host.y, host.z, host.w);
  return !right;
}
